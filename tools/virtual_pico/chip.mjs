// An emulated RP2040 with MicroPython, our sensors, buttons and ring of lights. JSON lines in and out, bytes as hex:
// in {"uart"|"usb": bytes}, {"put": values}, {"power": true|false}; out {"uart"|"usb": bytes}, {"ring": colours}, {"ms": chip time}.
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { ConsoleLogger, LogLevel, RP2040, USBCDC } from "rp2040js";

const [rom, image, partsText] = process.argv.slice(2);
const parts = JSON.parse(partsText);
const say = (note) => process.stdout.write(JSON.stringify(note) + "\n");
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const BYTE_NS = 1e10 / parts.baud;
const I2C_BYTE_NS = 9e9 / parts.i2c_hz;
const BATCH = 100000;
const [WATCHDOG, ROSC, RANDOM_BIT] = [0x40058, 0x40060, 0x1c];

let flash = new Uint8Array(16 * 1024 * 1024).fill(0xff);
flash.set(readFileSync(image));
let chip = null;
let before = 0; // ns that earlier chips ran
let broken = false;
let values = { colour: [], motion: null, contacts: [], gone: [] };
let feed = () => {};
let type = () => {};

const now = () => before + (chip ? chip.clock.nanos : 0);
const begun = performance.now();

function start(reason) {
  chip = new RP2040();
  chip.logger = new ConsoleLogger(LogLevel.Error, true);
  const words = readFileSync(rom);
  const padded = new Uint8Array(16384);
  padded.set(words);
  chip.loadBootrom(new Uint32Array(padded.buffer));
  chip.flash.set(flash);
  chip.core.PC = 0x10000000;
  const dog = chip.peripherals[WATCHDOG];
  dog.reason = reason;
  const oscillator = chip.peripherals[ROSC];
  const other = oscillator.readUint32.bind(oscillator);
  oscillator.readUint32 = (offset) => (offset === RANDOM_BIT ? randomInt(2) : other(offset));
  dog.onWatchdogTrigger = () => {
    broken = true;
    dog.alarm.enable = false; // the emulator would sound it again at once, for ever
  };
  chip.onBreak = () => { broken = true; };
  connectLink();
  connectUsb();
  connectBuses();
  connectRing();
  setContacts();
}

function cut() {
  if (!chip) return;
  before += chip.clock.nanos;
  flash = chip.flash.slice();
  chip = null;
  feed = type = () => {};
}

function connectLink() {
  const { clock, uart: [line] } = chip;
  feed = paced(clock, (byte) => line.feedByte(byte));
  mendSending(line, clock);
}

// The emulator's line is always asked for more, an interrupt without end: this one has a queue of 32 bytes, and asks as it
// runs half empty (RP2040 datasheet, 4.2.6: UARTRIS, UARTFR).
function mendSending(line, clock) {
  const [ROOM, HALF, ASKS, FULL, EMPTY, BUSY] = [32, 16, 1 << 5, 1 << 5, 1 << 7, 1 << 3];
  let queued = 0;
  const send = paced(clock, (byte) => {
    say({ uart: hex([byte]) });
    queued--;
    if (queued === HALF || queued === 0) {
      line.interruptStatus |= ASKS;
      line.checkInterrupts();
    }
  });
  line.onByte = (byte) => { queued++; send(byte); };
  line.checkInterrupts = () => chip.setInterrupt(line.irq, (line.interruptStatus & line.interruptMask) !== 0);
  Object.defineProperty(line, "flags", {
    get: () => (line.rxFIFO.full ? 1 << 6 : 0) | (line.rxFIFO.empty ? 1 << 4 : 0)
      | (queued >= ROOM ? FULL : 0) | (queued ? BUSY : EMPTY),
  });
}

// Bytes one after another, each as long after the one before as the line's speed says.
function paced(clock, give) {
  const waiting = [];
  const alarm = clock.createAlarm(() => {
    give(waiting.shift());
    if (waiting.length) alarm.schedule(BYTE_NS);
  });
  return (byte) => {
    waiting.push(byte);
    if (waiting.length === 1) alarm.schedule(BYTE_NS);
  };
}

function connectUsb() {
  const port = new USBCDC(chip.usbCtrl);
  let there = false;
  port.onSerialData = (bytes) => say({ usb: hex(bytes) });
  port.onDeviceConnected = () => {
    there = true;
    say({ enumerated: Math.round(chip.clock.nanos / 1e6) });
  };
  // The host's driver holds what the board has not asked for yet: the emulated queue drops what does not fit.
  const held = [];
  const pour = () => {
    while (held.length && !port.txFIFO.full) port.sendSerialByte(held.shift());
    if (held.length) again.schedule(1e5);
  };
  const again = chip.clock.createAlarm(pour);
  type = (byte) => {
    if (!there) return;
    held.push(byte);
    if (held.length === 1) again.schedule(1e4);
  };
}

function connectBuses() {
  chip.i2c.forEach((bus, slot) => {
    const there = {
      [parts.colour]: () => sensor(`colour_${slot}`, colourRegisters(slot), 0x1f),
      [parts.motion]: () => slot === 0 && sensor("motion", motionRegisters(), 0x7f),
    };
    let open = null;
    const after = (act) => {
      const alarm = chip.clock.createAlarm(act);
      alarm.schedule(I2C_BYTE_NS);
    };
    bus.onConnect = (address) => after(() => {
      const found = there[address] && there[address]();
      if (found && open && open.name === found.name) found.at = open.at; // a restart goes on where it was
      open = found || null;
      bus.completeConnect(Boolean(open));
    });
    bus.onWriteByte = (byte) => after(() => { open.write(byte); bus.completeWrite(true); });
    bus.onReadByte = () => after(() => bus.completeRead(open ? open.read() : 0xff));
    bus.onStop = () => { bus.completeStop(); };
  });
}

// A sensor whose first byte written is its register, the next ones values.
function sensor(name, registers, mask) {
  if (values.gone.includes(name)) return null;
  let written = 0;
  return {
    name,
    at: 0,
    write(byte) { if (written++ === 0) this.at = byte & mask; },
    read() { return registers[this.at++ & mask] ?? 0; },
  };
}

function colourRegisters(slot) {
  const counts = values.colour[slot];
  const registers = { 0x12: 0x44, 0x13: counts ? 1 : 0 };
  if (counts) [counts[3], counts[0], counts[1], counts[2]].forEach((count, k) => {
    registers[0x14 + 2 * k] = count & 0xff;
    registers[0x15 + 2 * k] = count >> 8;
  });
  return registers;
}

function motionRegisters() {
  const registers = { 0x0f: 0x33 };
  (values.motion ?? [0, 0, 1000]).forEach((mg, k) => {
    registers[0x28 + 2 * k] = (mg * 8) & 0xff;
    registers[0x29 + 2 * k] = ((mg * 8) >> 8) & 0xff;
  });
  return registers;
}

// WS2812: a bit is 1 where the line stays high for more than half a microsecond; 50 µs of silence end a picture.
function connectRing() {
  const pin = chip.gpio[parts.ring];
  const clock = chip.clock;
  let [rose, fell, bits] = [0, 0, []];
  const ended = clock.createAlarm(() => {
    if (bits.length === 24 * parts.pixels) {
      const bytes = Array.from({ length: bits.length / 8 }, (_, k) => parseInt(bits.slice(8 * k, 8 * k + 8).join(""), 2));
      say({ ring: Array.from({ length: parts.pixels }, (_, k) => [bytes[3 * k + 1], bytes[3 * k], bytes[3 * k + 2]]) });
    } else say({ torn: bits.length });
    bits = [];
  });
  pin.addListener(() => {
    const high = pin.value === 1;
    if (high) { rose = clock.nanos; ended.cancel(); }
    else if (rose) { fell = clock.nanos; bits.push(fell - rose > 550 ? 1 : 0); ended.schedule(50000); }
  });
}

function setContacts() {
  if (!chip) return;
  parts.buttons.forEach((pin, seat) => chip.gpio[pin].setInputValue(!values.contacts[seat]));
  chip.gpio[parts.tilt].setInputValue(true);
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const order = JSON.parse(line);
  for (const byte of Buffer.from(order.uart ?? "", "hex")) feed(byte);
  for (const byte of Buffer.from(order.usb ?? "", "hex")) type(byte);
  if (order.put) { values = { ...values, ...order.put }; setContacts(); }
  if (order.power === false) cut();
  if (order.power === true && !chip) start(0);
}).on("close", () => process.exit(0));

// Runs a while, never ahead of the real time: what waits for the board counts on its clock.
function run() {
  if (chip) {
    const { core, clock } = chip;
    const cycle = 1e9 / chip.clkSys;
    const until = clock.nanos + 5e6;
    for (let k = 0; k < BATCH && !broken && clock.nanos < until; k++) {
      if (core.waiting) clock.tick(clock.nanosToNextAlarm || cycle);
      else clock.tick(core.executeInstruction() * cycle);
    }
    if (broken) { broken = false; const reason = chip.peripherals[WATCHDOG].reason; cut(); start(reason); }
  }
  say({ ms: Math.floor(now() / 1e6) });
  const ahead = now() / 1e6 - (performance.now() - begun);
  if (ahead > 1) setTimeout(run, ahead); else setImmediate(run);
}

start(0);
run();
