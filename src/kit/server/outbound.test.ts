import { expect, test } from 'vitest'
import { isPublicAddress, OutboundRequestBlocked, requireOutbound } from './outbound.ts'
import { fetchOutbound } from './outbound-stream.ts'

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['not an address', false],
])('%s is of the public internet: %s', (address, wanted) => {
  expect(isPublicAddress(address)).toBe(wanted)
})

test.each([
  ['https://builds.example/a.bin', []],
  ['http://builds.example/a.bin', ['builds.example']],
  ['https://user:secret@builds.example/a.bin', ['builds.example']],
  ['https://builds.example.evil.example/', ['builds.example']],
  ['https://builds.example:8443/', ['builds.example']],
  ['https://127.0.0.1/', ['127.0.0.1']],
  ['https://[::1]/', ['[::1]']],
  ['https://localhost/', ['localhost']],
  ['file:///etc/passwd', ['builds.example']],
])('%s is rejected where %j is allowed', (address, fetchHosts) => {
  expect(() => requireOutbound(address, { fetchHosts, privateHosts: [] })).toThrow(OutboundRequestBlocked)
})

test('a private host is fetched from when the operator named it as both; with either alone it is rejected', () => {
  const [address, hosts] = ['https://localhost:9/a.bin', ['localhost:9']]
  expect(requireOutbound(address, { fetchHosts: hosts, privateHosts: hosts }).href).toBe(address)
  for (const [fetchHosts, privateHosts] of [
    [hosts, []],
    [[], hosts],
    [['localhost:8'], hosts],
    [hosts, ['localhost:8']],
  ] as const)
    expect(() => requireOutbound(address, { fetchHosts, privateHosts })).toThrow(OutboundRequestBlocked)
})

test('a name that resolves to this machine is not connected to', async () => {
  await expect(fetchOutbound(new URL('https://localhost:9/'), [])).rejects.toThrow('does not lead to a public address')
})
