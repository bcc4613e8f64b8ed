// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Four worker threads hash until SIGTERM comes. Then the number of hashes is
// printed, how many of them were wrong, and for how many seconds this went on.
'use strict';
const { createHash } = require('crypto');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

const WORKERS = 4;
const TEXT = 'abc';
const SHA256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

function main() {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  let started = 0, ended = 0, hashes = 0, wrong = 0, since;

  const heard = (message) => {
    if (message === 'ready') {
      started++;
      if (started === WORKERS) {
        since = process.hrtime.bigint();
        console.log('ready');
      }
      return;
    }
    hashes += message.hashes;
    wrong += message.wrong;
    ended++;
    if (ended === WORKERS) {
      console.log('hashes:', hashes, wrong, Number(process.hrtime.bigint() - since) / 1e9);
    }
  };

  process.once('SIGTERM', () => Atomics.store(stop, 0, 1));
  // A handler alone does not keep the program running, but the workers do.
  for (let i = 0; i < WORKERS; i++) {
    new Worker(__filename, { workerData: stop }).on('message', heard);
  }
}

function work() {
  let hashes = 0, wrong = 0;

  parentPort.postMessage('ready');
  while (Atomics.load(workerData, 0) === 0) {
    for (let i = 0; i < 100; i++, hashes++) {
      if (createHash('sha256').update(TEXT).digest('hex') !== SHA256) {
        wrong++;
      }
    }
  }
  parentPort.postMessage({ hashes, wrong });
}

if (isMainThread) {
  main();
} else {
  work();
}
