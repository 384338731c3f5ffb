// Writes a resume as the HTML of a theme: `node html.mjs PACKAGE RESUME.json FILE.html`. It runs beside `node_modules`.
import { readFileSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';

// Some themes look up pictures. The pages must not depend on what is found on a day.
Socket.prototype.connect = () => {
  throw new Error('themes render without a network');
};

const [name, input, output] = process.argv.slice(2);
const resume = JSON.parse(readFileSync(input, 'utf8'));
// Some themes read their own files from the current folder.
process.chdir(new URL(`node_modules/${name}`, import.meta.url).pathname);
const loaded = await import(name);
const theme = loaded.render ? loaded : loaded.default;
const html = theme.render ? await theme.render(resume) : await theme(resume);
writeFileSync(output, String(html.html ?? html));
// Some themes leave timers behind.
process.exit(0);
