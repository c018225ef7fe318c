import { expect, test } from 'vitest'
import { forwardedFor, networkOf } from './client-address.ts'

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['0:0:0:0:0:ffff:198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:40000', '198.51.100.7'],
  ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:ffff::9', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['not an address', 'not an address'],
])('a rate limit counts %s as %s', (written, counted) => {
  expect(networkOf(written)).toBe(counted)
})

test.each([
  ['198.51.100.7:40000, ::ffff:10.0.0.1', '198.51.100.7, 10.0.0.1'],
  ['198.51.100.7, garbage, 10.0.0.1', '10.0.0.1'],
  ['garbage', ''],
])('X-Forwarded-For %j is read as %j', (header, read) => {
  expect(forwardedFor(header)).toBe(read)
})
