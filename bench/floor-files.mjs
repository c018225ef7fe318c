// The floor of files: bare node:http streams. PUT writes a file and syncs it, GET sends it.
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

createServer(async (request, response) => {
  const file = join(process.env.FILES, 'floor.bin')
  if (request.method === 'PUT') {
    await pipeline(request, createWriteStream(file, { flush: true }))
    return response.writeHead(201).end()
  }
  response.writeHead(200, { 'content-length': statSync(file).size })
  await pipeline(createReadStream(file, { highWaterMark: 262_144 }), response)
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))
