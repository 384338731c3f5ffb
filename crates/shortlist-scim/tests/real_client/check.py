"""Runs scim2-tester against a sandbox: check.py CREDENTIALS, the file that the sandbox writes.

It creates, reads, replaces, changes and deletes resources of each announced type, and compares each announced attribute. Needs
scim2-tester[httpx2].
"""

import json
import sys
from pathlib import Path

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

CREATE = "mutation($input: ScimTokenInput!) { createScimToken(input: $input) { secret } }"


def create_token(credentials):
    """Creates a provisioning token as the Admin."""
    admin = next(user for user in credentials["users"] if user["userType"] == "Admin")
    headers = {
        "x-api-key": credentials["apiKey"],
        "Authorization": f"Bearer {admin['accessToken']}",
    }
    body = {
        "query": CREATE,
        "variables": {"input": {"organizationId": credentials["organizationId"]}},
    }
    with Client() as client:
        answer = client.post(credentials["graphqlUrl"], headers=headers, json=body)
        return answer.json()["data"]["createScimToken"]["secret"]


def main():
    credentials = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    headers = {"Authorization": f"Bearer {create_token(credentials)}"}
    base = credentials["serviceUrl"] + "/scim/v2"
    with Client(base_url=base, headers=headers) as client:
        results = check_server(SyncSCIMClient(client))
    failed = [result for result in results if result.status in (Status.ERROR, Status.CRITICAL)]
    for result in failed:
        print(f"{result.title}: {result.reason}", file=sys.stderr)
    passed = sum(result.status == Status.SUCCESS for result in results)
    print(f"passed: {passed} checks")
    # Fewer would mean that the tester has not understood what the service announces.
    return 1 if failed or passed < 40 else 0


if __name__ == "__main__":
    sys.exit(main())
