// Starts a certified OpenID Connect provider with one client and one account, and prints its issuer.
// node provider.mjs FOLDER-OF-NODE-MODULES CLIENT SECRET REDIRECT [MORE]
// MORE is JSON: further metadata of the client, by the names of OpenID Connect Dynamic Client Registration.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, client_id, client_secret, redirect, more = '{}'] = process.argv.slice(2);
const library = join(modules, 'node_modules/oidc-provider/lib/index.js');
const { default: Provider } = await import(pathToFileURL(library));

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id, client_secret, redirect_uris: [redirect], ...JSON.parse(more) }],
    // A program asks for the claims that it needs in the ID token.
    features: { backchannelLogout: { enabled: true }, claimsParameter: { enabled: true } },
    // Without the dispatcher of the library, which refuses the addresses of this machine.
    fetch: (url, { dispatcher: _dispatcher, ...options }) => fetch(url, options),
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile'],
    claims: { email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@example.org`,
        email_verified: true,
        name: 'Ada Lovelace',
        groups: ['recruiters', 'staff'],
      }),
    }),
  });
  provider.on('backchannel.error', (_context, error) => console.error(error));
  server.on('request', provider.callback());
  console.log(issuer);
});
