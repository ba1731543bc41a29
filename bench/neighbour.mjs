/* Reads a few addresses continuously, in a separate process, so that work of the benchmark itself delays no answer. */
const PAUSE_MS = 10;

let waits = [];
let isOver = true;
let readers = [];

process.on('message', async ({ read }) => {
  if (read) {
    waits = [];
    isOver = false;
    readers = read.urls.map((url) => keepReading(url, read.headers));
    process.send({ started: true });
    return;
  }
  isOver = true;
  await Promise.all(readers);
  process.send({ waits });
});

async function keepReading(url, headers) {
  while (!isOver) {
    const begin = performance.now();
    await (await fetch(url, { headers })).arrayBuffer();
    waits.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
