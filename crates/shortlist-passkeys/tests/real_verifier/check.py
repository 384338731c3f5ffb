"""Compares what fido2 and this service accept as answers with passkeys: check.py PROGRAM, the built example `answers`.

Both verify the answers of the device of the tests, and of one that is made with fido2. They accept the genuine answers, and refuse
changed ones for the expected reason. Needs fido2.
"""

import json
import os
import subprocess
import sys

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.server import Fido2Server
from fido2.utils import sha256, websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    AuthenticatorData,
    CollectedClientData,
    PublicKeyCredentialCreationOptions,
    PublicKeyCredentialRequestOptions,
    RegistrationResponse,
)

REGISTRATION, SIGN_IN = 0, 1
ACCEPTED = "accepted"
SIGNATURE = "signature"
# What fido2 says about an answer that does not pass a check, in lower case.
MESSAGES = {
    "origin": "invalid origin in collectedclientdata.",
    "challenge": "wrong challenge in response.",
    "relying party": "wrong rp id hash in response.",
    "user verification": "user verification required, but user verified flag not set.",
    SIGNATURE: "invalid signature.",
    "owner": "unknown credential id.",
}
# What is changed for a check: a member of the client data, or a byte of the authenticator's data.
MEMBERS = {"origin": "https://jobs.example.org:8443", "challenge": websafe_encode(bytes(16))}
FLAGS, COUNTER = 32, 36
BYTES = {"relying party": 0, "user verification": FLAGS}


class Device:
    """A device with one passkey, made with fido2."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = os.urandom(64)

    def sign(self, data, client_data):
        return self.key.sign(data + client_data.hash, ec.ECDSA(SHA256()))

    def answers(self, asked, request, origin):
        """Returns a new passkey and its use as a browser sends them."""
        flag, rp = AuthenticatorData.FLAG, sha256(asked.rp.id.encode())
        flags = flag.UP | flag.UV | flag.BE | flag.BS
        passkey = AttestedCredentialData.create(
            Aaguid.NONE, self.id, ES256.from_cryptography_key(self.key.public_key())
        )
        data = AuthenticatorData.create(rp, flags | flag.AT, 5, passkey)
        created = AuthenticatorAttestationResponse(
            client_data=CollectedClientData.create("webauthn.create", asked.challenge, origin),
            attestation_object=AttestationObject.create("none", data, {}),
        )
        data = AuthenticatorData.create(rp, flags, 6)
        client_data = CollectedClientData.create("webauthn.get", request.challenge, origin)
        used = AuthenticatorAssertionResponse(
            client_data=client_data,
            authenticator_data=data,
            signature=self.sign(data, client_data),
            user_handle=asked.user.id,
        )
        answers = (
            RegistrationResponse(raw_id=self.id, response=created),
            AuthenticationResponse(raw_id=self.id, response=used),
        )
        return [json.dumps(dict(answer)) for answer in answers]


def with_member(response, name, value):
    """Changes the client data."""
    client_data = json.loads(websafe_decode(response["clientDataJSON"])) | {name: value}
    response["clientDataJSON"] = websafe_encode(json.dumps(client_data).encode())


def with_byte(response, place):
    """Changes the bit of a byte of the authenticator's data that says that the user is verified."""
    encoded = response.get("attestationObject")
    whole = encoded and AttestationObject(websafe_decode(encoded))
    data = bytearray(whole.auth_data if whole else websafe_decode(response["authenticatorData"]))
    data[place] ^= AuthenticatorData.FLAG.UV
    if whole:
        whole = AttestationObject.create(whole.fmt, AuthenticatorData(data), whole.att_stmt)
        response["attestationObject"] = websafe_encode(whole)
    else:
        response["authenticatorData"] = websafe_encode(data)


def changed(answers, which, change, value, device=None):
    """Changes one of two answers. A device that is given signs what is changed."""
    answer = json.loads(answers[which])
    response = answer["response"]
    change(response, *value)
    if device and which == SIGN_IN:
        data = websafe_decode(response["authenticatorData"])
        client_data = CollectedClientData(websafe_decode(response["clientDataJSON"]))
        response["signature"] = websafe_encode(device.sign(data, client_data))
    return [json.dumps(answer) if index == which else text for index, text in enumerate(answers)]


def cases_of(answers, device=None):
    """Lists pairs of answers, with the check that fails for fido2 and for this service, which verifies the signature first."""
    changes = [(check, with_member, (check, value)) for check, value in MEMBERS.items()]
    changes += [(check, with_byte, (place,)) for check, place in BYTES.items()]
    cases = [(answers, ACCEPTED, ACCEPTED)]
    for check, change, value in changes:
        cases.append((changed(answers, REGISTRATION, change, value), check, check))
        cases.append((changed(answers, SIGN_IN, change, value), check, SIGNATURE))
        if device:
            cases.append((changed(answers, SIGN_IN, change, value, device), check, check))
    cases.append((changed(answers, SIGN_IN, with_byte, (COUNTER,)), SIGNATURE, SIGNATURE))
    return cases


def verdict(asked, request, origin, answers):
    """Returns what fido2 says about a new passkey and its use."""
    server = Fido2Server(asked.rp, verify_origin=lambda stated: stated == origin)
    created, used = (json.loads(answer) for answer in answers)
    verification = asked.authenticator_selection.user_verification
    _, state = server.register_begin(
        asked.user, user_verification=verification, challenge=asked.challenge
    )
    _, next_state = server.authenticate_begin(
        user_verification=request.user_verification, challenge=request.challenge
    )
    try:
        passkey = server.register_complete(state, created).credential_data
        server.authenticate_complete(next_state, [passkey], used)
    except ValueError as error:
        return str(error).lower()
    return ACCEPTED


def main():
    with subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        given = json.loads(program.stdout.readline())
        origin, options = given["origin"], [json.loads(text) for text in given["options"]]
        asked = PublicKeyCredentialCreationOptions.from_dict(options[REGISTRATION])
        request = PublicKeyCredentialRequestOptions.from_dict(options[SIGN_IN])
        device = Device()
        own, other = given["answers"], device.answers(asked, request, origin)
        cases = cases_of(own) + cases_of(other, device)
        # A use of the other passkey.
        cases += [([own[REGISTRATION], other[SIGN_IN]], "owner", "owner")]
        cases += [([other[REGISTRATION], own[SIGN_IN]], "owner", "owner")]
        for answers, _, _ in cases:
            print(json.dumps(answers), file=program.stdin)
        program.stdin.close()
        verdicts = program.stdout.read().splitlines()
    failed = program.returncode != 0 or len(verdicts) != len(cases)
    for (answers, by_fido2, by_service), service in zip(cases, verdicts):
        fido2 = verdict(asked, request, origin, answers)
        if (fido2, service) != (MESSAGES.get(by_fido2, ACCEPTED), by_service):
            failed = True
            print(f"{by_fido2}: fido2 says {fido2}, the service {service}", file=sys.stderr)
    accepted = verdicts.count(ACCEPTED)
    print(f"verified alike: {accepted} accepted, {len(verdicts) - accepted} refused")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
