import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { presignUrl, signRequest } from './sigv4.ts'

// The examples of "Authenticating Requests (AWS Signature Version 4)" in the reference of Amazon S3.
const s3 = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 's3',
}
const then = new Date('2013-05-24T00:00:00Z')
const empty = sha256('')
const host = 'https://examplebucket.s3.amazonaws.com'

test.each([
  [
    'GET object',
    { method: 'GET', path: '/test.txt', headers: { range: 'bytes=0-9', 'x-amz-content-sha256': empty }, hash: empty },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT object',
    {
      method: 'PUT',
      path: '/test%24file.text',
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': sha256('Welcome to Amazon S3.'),
      },
      hash: sha256('Welcome to Amazon S3.'),
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET bucket lifecycle',
    { method: 'GET', path: '/?lifecycle', headers: { 'x-amz-content-sha256': empty }, hash: empty },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'list objects',
    { method: 'GET', path: '/?max-keys=2&prefix=J', headers: { 'x-amz-content-sha256': empty }, hash: empty },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('%s has the published signature', (_name, { method, path, headers, hash }, signature) => {
  const signed = signRequest({ method, url: new URL(`${host}${path}`), headers, payloadHash: hash }, s3, then)
  expect(signed.authorization).toContain(`Signature=${signature}`)
})

test('a presigned address has the published signature', () => {
  const address = presignUrl(new URL(`${host}/test.txt`), s3, { seconds: 86_400, now: then })
  expect(new URL(address).searchParams.get('X-Amz-Signature')).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
})

// Of the test suite aws-sig-v4-test-suite.
const suite = {
  accessKey: 'AKIDEXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 'service',
}

test.each([
  ['get-vanilla', 'GET', '', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  ['post-vanilla', 'POST', '', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  [
    'get-vanilla-query-order-key-case',
    'GET',
    '?Param2=value2&Param1=value1',
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
])('%s of the test suite', (_name, method, query, signature) => {
  const url = new URL(`https://example.amazonaws.com/${query}`)
  const signed = signRequest({ method, url, payloadHash: empty }, suite, new Date('2015-08-30T12:36:00Z'))
  expect(signed.authorization).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`,
  )
})

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
