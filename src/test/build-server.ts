// The metadata of the certificate library needs this to be loaded first.
import 'reflect-metadata'

import { once } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import * as x509 from '@peculiar/x509'

/** An https server on this machine, in place of a vendor's build server in its own network. */
export type BuildServer = {
  /** `localhost:1234` */
  readonly host: string
  /** Paths in the order of the requests. */
  readonly requests: readonly string[]
  close(): void
}

/** A certificate authority of the test; `pem` is what other processes have to trust. */
export type Authority = { readonly pem: string; certify(name: string): Promise<{ key: string; cert: string }> }

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** Makes a certificate authority. */
export async function openAuthority(): Promise<Authority> {
  x509.cryptoProvider.set(crypto)
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const name = 'CN=Headend test authority'
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity(),
    name,
    keys,
    signingAlgorithm: algorithm,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  })
  return {
    pem: root.toString('pem'),
    async certify(host) {
      const own = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
      const certificate = await x509.X509CertificateGenerator.create({
        ...validity(),
        subject: `CN=${host}`,
        issuer: name,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
      })
      const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', own.privateKey), 'PRIVATE KEY')
      return { key, cert: certificate.toString('pem') }
    },
  }
}

/** Starts a server with a certificate; `respond` gets each path. */
export async function openBuildServer(
  credential: { key: string; cert: string },
  respond: (path: string, response: ServerResponse, request: IncomingMessage) => void,
): Promise<BuildServer> {
  const requests: string[] = []
  const listener: RequestListener = (request, response) => {
    requests.push(request.url ?? '')
    respond(request.url ?? '', response, request)
  }
  const server: Server = createServer(credential, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    requests,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function validity() {
  const day = 86_400_000
  return { notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + day) }
}
