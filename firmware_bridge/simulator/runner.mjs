// Runs the firmware's own files under MicroPython: serial bytes on stdin and stdout, raw values and notes on two more pipes.
import { readFileSync, readdirSync, createReadStream, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript";

const [firmware, simulator, boot, values, notes] = process.argv.slice(2);
const python = await loadMicroPython({ heapsize: 192 * 1024, stdout: (text) => process.stderr.write(text + "\n") });
python.FS.mkdir("/table");
for (const name of readdirSync(firmware).filter((name) => name.endsWith(".py"))) {
  python.FS.writeFile(`/table/${name}`, readFileSync(join(firmware, name)));
}
python.FS.writeFile("/typing.py", readFileSync(join(firmware, "typing_for_micropython.py")));
python.FS.writeFile("/board_simulated.py", readFileSync(join(simulator, "board_simulated.py")));
python.runPython(`
import sys, json, gc
from binascii import hexlify, unhexlify
sys.path.append("/")
from board_simulated import Board
from table.table import Table
board = Board()
table = Table(board, ${Number(boot)})
def step(received, now):
    sent = table.step(unhexlify(received), now)
    gc.collect()
    return hexlify(sent).decode()
def put(text):
    board.put(json.loads(text))
def ring():
    return json.dumps(board.ring)
def memory():
    gc.collect()
    return gc.mem_alloc()
`);
const step = python.globals.get("step");
const put = python.globals.get("put");
const ring = python.globals.get("ring");
const memory = python.globals.get("memory");

let waiting = [];
let shown = "";
const started = performance.now();
function go() {
  const received = Buffer.concat(waiting).toString("hex");
  waiting = [];
  const sent = step(received, Math.floor(performance.now() - started));
  if (sent) process.stdout.write(Buffer.from(sent, "hex"));
  const lights = ring();
  if (lights !== shown) {
    shown = lights;
    writeSync(Number(notes), JSON.stringify({ ring: JSON.parse(lights) }) + "\n");
  }
}
process.stdin.on("data", (data) => {
  waiting.push(data);
  go();
});
process.stdin.on("end", () => process.exit(0));
createInterface({ input: createReadStream(null, { fd: Number(values) }) }).on("line", (line) => {
  if (line === "memory") writeSync(Number(notes), JSON.stringify({ memory: memory() }) + "\n");
  else put(line);
});
writeSync(Number(notes), JSON.stringify({ ready: true }) + "\n");
setInterval(go, 5);
