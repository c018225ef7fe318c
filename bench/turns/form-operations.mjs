// Forms with the longest lists, bodies of a megabyte, metadata and certificate requests.

import { webcrypto } from 'node:crypto'

const issues = '/api/plugins/jira/issues'
const list = (length, of) => Array.from({ length }, (_, index) => of(index))
const M = 1_048_000

export async function* formOperations({ as, made, account, client, app, manager }) {
  const status =
    (...given) =>
    async () => {
      const answer = await as(...given)
      return answer.status
    }
  const wide = (part) => `[${`${part},`.repeat(Math.floor((M - part.length) / (part.length + 1)))}${part}]`
  const bodies = {
    'a megabyte of numbers': `{"url":"https://a.example","events":${wide('1')}}`,
    'a megabyte of empty texts': `{"url":"https://a.example","events":${wide('""')}}`,
    'a megabyte of objects': `{"url":"https://a.example","events":${wide('{}')}}`,
    'a megabyte of members': `{${list(100_000, (index) => `"${index}":1`).join(',')}}`,
    'a megabyte of one text': JSON.stringify({ url: 'x'.repeat(M), events: [] }),
    'a megabyte, 40 deep': `{"events":[${list(5_000, () => `${'['.repeat(45)}${']'.repeat(45)}`).join(',')}]}`.slice(
      0,
      M,
    ),
  }
  for (const [input, body] of Object.entries(bodies)) {
    const headers = { 'content-type': 'application/json' }
    yield {
      name: 'any call with a body',
      input,
      call: status('POST', `/api/webhooks?account=${account.name}`, body, { raw: true, headers }),
    }
    yield {
      name: 'any call without a session',
      input,
      call: async () => (await fetch(`${app.url}/api/onboarding/sign-up`, { method: 'POST', headers, body })).status,
    }
  }
  yield {
    name: 'browser report without a session',
    input: 'largest',
    call: async () =>
      (
        await fetch(`${app.url}/api/csp-reports`, {
          method: 'POST',
          headers: { 'content-type': 'application/csp-report' },
          body: wide('1'),
        })
      ).status,
  }
  const keys = (await client.query(`select key from cases order by id desc limit 500`)).rows.map(({ key }) => key)
  yield {
    name: 'change cases',
    input: '500, 20 labels',
    call: status('POST', `${issues}-bulk`, {
      keys,
      operation: { addLabels: list(20, (index) => `bulk-${index}`), removeLabels: [] },
    }),
  }
  yield {
    name: 'resolve cases',
    input: '500',
    call: status('POST', `${issues}-bulk`, {
      keys,
      operation: { resolve: { comment: 'x'.repeat(32_000), reason: 'workaround' } },
    }),
  }
  const emails = (await client.query(`select email from users order by id limit 500`)).rows.map(({ email }) => email)
  const team = await made('POST', '/api/teams', { teamName: 'bench', teamDisplayName: 'Bench', ownerType: 'VENDOR' })
  const group = team.id ?? team.groupId ?? team.teamName
  yield {
    name: 'check team members',
    input: '500 users',
    call: status('POST', '/api/teams/members/check', { groupIds: [group], usernames: emails }),
  }
  yield {
    name: 'add team members',
    input: '500 users',
    call: status('POST', '/api/teams/members', { groupIds: [group], usernames: emails }),
  }
  yield {
    name: 'check team members',
    input: '500 unknown names',
    call: status('POST', '/api/teams/members/check', {
      groupIds: [group],
      usernames: list(500, (index) => `unknown ${'x'.repeat(230)} ${index}`),
    }),
  }
  yield {
    name: 'change settings',
    input: '10,000 unknown ones',
    call: status('PUT', '/api/settings', {
      values: Object.fromEntries(list(10_000, (index) => [`setting-${index}`, 'x'])),
    }),
  }
  yield {
    name: 'my settings',
    input: 'views of 100 kB',
    call: status('PATCH', '/api/users/me/settings', {
      views: {
        cases: list(50, (index) => ({
          name: `v${index}`,
          search: Object.fromEntries(list(90, (one) => [`k${one}`, 'x'])),
        })),
      },
      pinnedAccounts: list(500, (index) => `account-${index}`),
    }),
  }
  const accounts = (
    await client.query(`select name from accounts where deleted_at is null order by id limit 2000`)
  ).rows.map(({ name }) => name)
  yield {
    name: 'make a distribution group',
    input: 'all accounts',
    call: status('POST', '/api/software-distribution/groups', { name: 'Bench', accounts }),
  }
  yield {
    name: 'read SAML metadata',
    input: '300 kB, one certificate',
    call: status('POST', '/api/authentication/idp/metadata', { xml: metadata('A'.repeat(290_000)) }),
  }
  yield {
    name: 'read SAML metadata',
    input: '2,000 elements',
    call: status('POST', '/api/authentication/idp/metadata', {
      xml: metadata('AAAA', '<md:NameIDFormat>a</md:NameIDFormat>'.repeat(1_900)),
    }),
  }
  yield {
    name: 'read SAML metadata',
    input: '290 kB of attributes',
    call: status('POST', '/api/authentication/idp/metadata', {
      xml: metadata('AAAA', `<md:X ${list(25_000, (index) => `a${index}="1"`).join(' ')}/>`),
    }),
  }
  yield {
    name: 'read SAML metadata',
    input: '290 kB of entities',
    call: status('POST', '/api/authentication/idp/metadata', { xml: metadata('&#65;'.repeat(58_000)) }),
  }
  yield {
    name: 'read SAML metadata',
    input: '290 kB of spaces',
    call: status('POST', '/api/authentication/idp/metadata', { xml: metadata(' '.repeat(290_000)) }),
  }
  for (const [input, names, algorithm] of [
    ['100 names', 100],
    ['600 names', 600],
    [
      'RSA 8192',
      1,
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 8192, publicExponent: new Uint8Array([1, 0, 1]) },
    ],
  ]) {
    const csr = await csrOf(names, algorithm)
    yield {
      name: 'check a certificate request',
      input,
      call: status('POST', `/api/certificates/check?account=${account.name}`, { lifetimeYears: 2, csr }),
    }
    yield {
      name: 'sign a certificate',
      input,
      call: status('POST', `/api/certificates?account=${account.name}`, { name: 'Bench', lifetimeYears: 2, csr }),
    }
  }
  const { token } = await made(
    'POST',
    `/api/ticket-exchange/tokens?account=${account.name}`,
    { name: 'bench', rights: ['READ', 'WRITE', 'HUB'] },
    { headers: manager },
  )
  const ticket = (more) => async () =>
    (
      await as(
        'POST',
        '/tmf-api/troubleTicket/v4/troubleTicket',
        { name: 'Bench', description: 'a', severity: 'Minor', ticketType: 'incident', ...more },
        { headers: { authorization: `Bearer ${token}` } },
      )
    ).status
  yield {
    name: 'TMF621 ticket',
    input: '200 notes, 1 MB',
    call: ticket({ note: list(200, (index) => ({ author: 'a', text: `${index}${'x'.repeat(4_900)}` })) }),
  }
  yield {
    name: 'TMF621 ticket',
    input: '200 attachments of 5 kB',
    call: ticket({
      attachment: list(200, (index) => ({
        name: `a${index}.txt`,
        mimeType: 'text/plain',
        content: 'QUFB'.repeat(1_200),
      })),
    }),
  }
  yield {
    name: 'TMF621 ticket',
    input: 'an attachment of 1 MB',
    call: ticket({ attachment: [{ name: 'a.txt', mimeType: 'text/plain', content: 'QUFB'.repeat(261_000) }] }),
  }
  const input = (index) => ({ name: `i${index}`, label: 'a', type: 'text', required: false })
  const content = '{{i1}} **a** '.repeat(1_500)
  yield {
    name: 'preview a template',
    input: '50 inputs of 20 kB',
    call: status('POST', '/api/templates/preview', {
      title: 'a',
      content,
      link: null,
      userInputs: list(50, input),
      inputs: Object.fromEntries(list(50, (index) => [`i${index}`, 'x'.repeat(20_000)])),
    }),
  }
  yield {
    name: 'send a receipt',
    input: '900 kB',
    call: status('POST', '/api/receipts', {
      receipt: JSON.stringify({ payload: 'A'.repeat(890_000), signatures: [] }),
    }),
  }
  yield {
    name: 'declare a known issue',
    input: 'the longest detect and lists',
    call: status('POST', '/api/known-issues', {
      title: 'Bench',
      product: 'RPD firmware',
      component: null,
      affected: '>=1',
      fixedIn: null,
      severity: 'LOW',
      symptom: 'a',
      conditions: list(20, () => 'x'.repeat(250)),
      signature: list(20, () => 'y'.repeat(250)),
      workaround: 'x'.repeat(10_000),
      releaseNote: 'x'.repeat(10_000),
      published: true,
      detect: `${'sum('.repeat(400)}a${')'.repeat(400)}`,
    }),
  }
  yield {
    name: 'preview subscriptions',
    input: '2,000 accounts',
    call: status('POST', '/api/subscriptions/preview', {
      accounts: (await client.query('select id::text from accounts where deleted_at is null limit 2000')).rows.map(
        ({ id }) => id,
      ),
      expirationDate: '2030-01-01',
    }),
  }
}

function metadata(certificate, more = '') {
  return `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:corp:idp"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>${more}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`
}

async function csrOf(count, algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }) {
  const { loadX509 } = await import('../../dist/kit/server/x509.js')
  const x509 = await loadX509()
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const extensions = [
    new x509.SubjectAlternativeNameExtension(
      list(count, (index) => ({ type: 'dns', value: `h${index}.bench.example` })),
    ),
  ]
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: new x509.Name('CN=h.bench.example'),
    keys,
    signingAlgorithm: algorithm,
    extensions,
  })
  return request.toString('pem')
}
