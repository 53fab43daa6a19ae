/** Builds what is out of date and serves the page on this machine. */
import { buildAll } from './build.mjs';
import { asProgram, SetupError } from './tools.mjs';

const usualPort = 4173;

asProgram(import.meta.url, async () => {
  const portText = process.env.PORT || undefined;
  const port = Number(portText ?? usualPort);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new SetupError(`PORT must be a whole number from 0 to 65535; got '${portText}'`);
  }
  await buildAll();
  const { preview } = await import('vite');
  const server = await preview({
    preview: { host: '127.0.0.1', port, strictPort: portText !== undefined },
  });
  console.log(`IK Lab: http://localhost:${server.httpServer.address().port}/`);
});
