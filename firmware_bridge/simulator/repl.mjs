// MicroPython's prompt on stdin and stdout, with a file system in memory: what mpremote meets on a fresh board.
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript";

const RAW_PASTE = "\x05A\x01";
const REFUSED = "R\x00"; // raw paste waits for input inside MicroPython, which would never come here
const out = (data) => process.stdout.write(Buffer.from(data));
const python = await loadMicroPython({ linebuffer: false, stdout: out });
// WebAssembly numbers its errors otherwise than a board; "machine" is there for what flashing asks of it.
python.runPython(`
import os, sys
class _Os:
    def __getattr__(self, name):
        return getattr(_os, name)
    def stat(self, path):
        try:
            return _os.stat(path)
        except OSError as error:
            raise OSError({44: 2}.get(error.errno, error.errno))
class _Machine:
    def reset(self):
        pass
_os = os
sys.modules["os"] = _Os()
sys.modules["machine"] = _Machine()
del os
`);
python.replInit();
process.stdin.on("data", (data) => {
  for (let at = data.indexOf(RAW_PASTE); at >= 0; at = data.indexOf(RAW_PASTE)) {
    type(data.subarray(0, at));
    out(REFUSED);
    data = data.subarray(at + RAW_PASTE.length);
  }
  type(data);
});
process.stdin.on("end", () => process.exit(0));
function type(data) {
  for (const character of data) python.replProcessChar(character);
}
