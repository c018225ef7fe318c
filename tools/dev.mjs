// Both sides with reload: tsc watches into dist/, node restarts the server on what it wrote, Vite serves the web
// application.
import { spawn } from 'node:child_process'

const node = process.execPath
const children = [
  [node, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.server.json', '--watch', '--preserveWatchOutput'],
  [
    node,
    '--watch-path=dist/server',
    '--watch-path=dist/kit',
    '--watch-path=dist/features',
    '--watch-path=dist/database',
    'dist/server/main.js',
  ],
  [node, 'node_modules/vite/bin/vite.js', '--clearScreen', 'false'],
].map(([program, ...options]) => spawn(program, options, { stdio: ['ignore', 'inherit', 'inherit'] }))

for (const child of children) child.on('exit', stopAll)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopAll)

function stopAll() {
  for (const child of children) child.kill('SIGTERM')
}
