// Plays a file in asciinema's own player, without a screen, and prints what it would have shown.
// Arguments: the player's folder, the file.
import fs from 'node:fs';
import path from 'node:path';

const [folder, cast] = process.argv.slice(2);
const dist = path.join(folder, 'dist');
const core = fs.readdirSync(dist).find(name => /^core-.*\.js$/.test(name));
const { C: Core } = await import(path.join(dist, core));
globalThis.window ??= globalThis;
const quiet = () => {};
const player = new Core(
  { driver: 'recording', data: fs.readFileSync(cast, 'utf8'), parser: 'asciicast' },
  {
    logger: { debug: quiet, info: quiet, warn: quiet, error: console.error },
    speed: 1000, autoPlay: true, preload: true
  });
let text = '';
let metadata = {};
const events = [];
player.addEventListener('output', pieces => {
  const piece = [].concat(pieces).join('');
  text += piece;
  events.push({ piece });
});
player.addEventListener('resize', ({ cols, rows }) => { events.push({ cols, rows }); });
player.addEventListener('metadata', told => { metadata = told; });
const ended = new Promise((resolve, reject) => {
  player.addEventListener('ended', resolve);
  player.addEventListener('error', failure => reject(new Error(JSON.stringify(failure))));
});
player.terminalReady();
await player.init();
await ended;
process.stdout.write(JSON.stringify({ text, metadata, events }));
process.exit(0);
