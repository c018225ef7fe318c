// The floor of the live channel: bare ws, one message sent to every socket, encoded once.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const server = createServer((_request, response) => {
  const text = Buffer.from(`MESSAGE\nsubscription:1\n\n${'x'.repeat(300)}\0`)
  for (const socket of sockets.clients) socket.send(text, { binary: false })
  response.end('sent')
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))
