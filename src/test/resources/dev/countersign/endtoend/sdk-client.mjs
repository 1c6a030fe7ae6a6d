// Drives the bridge with the official TypeScript SDK and prints what it saw as one line of JSON.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [script, home] = process.argv.slice(2);
const transport = new StdioClientTransport({
  command: script,
  args: ["mcp"],
  env: { PATH: process.env.PATH, HOME: home, COUNTERSIGN_HOME: home, COUNTERSIGN_NO_START: "1" },
});
const client = new Client({ name: "sdk-client", version: "1" });
await client.connect(transport);

const bash = (command, options) =>
  client.callTool({ name: "bash", arguments: { command } }, undefined, options);
const seen = { server: client.getServerVersion().name };
seen.tools = (await client.listTools()).tools.map((tool) => tool.name).sort();
seen.hello = await bash("echo hello");
seen.failure = await bash("exit 3");
seen.denied = await bash("touch made-by-sdk");
seen.bad = await client.callTool({ name: "bash", arguments: { command: "" } });

// Progress must arrive while the command runs, and extend the client's own limit.
seen.progress = [];
seen.slow = await bash("sleep 7; echo slept", {
  timeout: 6500,
  resetTimeoutOnProgress: true,
  onprogress: (progress) => seen.progress.push(progress.message),
});

// A call that nobody decides is given up; nothing may be left waiting.
const abort = new AbortController();
const waiting = bash("rm nothing", { signal: abort.signal }).catch((error) => String(error));
setTimeout(() => abort.abort("changed my mind"), 500);
seen.aborted = await waiting;
seen.alive = await bash("echo alive");

await client.close();
console.log(JSON.stringify(seen));
