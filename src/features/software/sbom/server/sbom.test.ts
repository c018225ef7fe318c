import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SoftwareDesk, sha256, softwareApp } from '#test/software-app.ts'
import { type Json, type Reply, rowsOf } from '#test/support-app.ts'
import { makeDemoSboms } from './demo-sboms.ts'

let desk: SoftwareDesk
beforeAll(async () => {
  desk = await softwareApp()
})
afterAll(() => desk.close())

type Name = Parameters<SoftwareDesk['call']>[0]
const read = (path: string, name: Name = 'vera') => desk.call(name, 'GET', path)

/** Sends a file as an SBOM of the bundle. */
async function send(
  bundle: string,
  content: unknown,
  { as = 'rita', name = 'a.cdx.json' }: { as?: Name; name?: string } = {},
) {
  const form = new FormData()
  const bytes = typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content)
  form.set('file', new Blob([bytes as string]), name)
  return desk.call(as, 'POST', `/api/bundles/${bundle}/sboms`, form)
}
const cyclone = (components: unknown, more: object = {}) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  ...more,
  components,
})
const component = (name: string, version: string, license?: string) => ({
  name,
  version,
  purl: `pkg:generic/${name}@${version}`,
  ...(license ? { licenses: [{ license: { id: license } }] } : {}),
})
const spdx = (packages: unknown) => ({ spdxVersion: 'SPDX-2.3', packages })
const matches = (reply: Reply) => rowsOf(reply, 'matches') as unknown as Json[]
const components = async (bundle: string, query = '') =>
  rowsOf(await read(`/api/bundles/${bundle}/sbom-components?${query}`), 'components')

describe('an upload', () => {
  test('of CycloneDX: components with those inside them, license, purl and group', async () => {
    const bundle = await desk.bundle('Cyclone')
    const text = JSON.stringify(
      cyclone(
        [
          {
            ...component('zlib', '1.3', 'Zlib'),
            components: [{ name: 'inner', licenses: [{ expression: 'MIT OR GPL-2.0-only' }] }],
          },
          {
            group: '@scope',
            name: 'core',
            version: '7',
            licenses: [{ license: { id: 'MIT' } }, { license: { name: 'ISC' } }],
          },
        ],
        { metadata: { text: 'brackets ]} and a quote \\" in a text', number: -1.5e3 }, version: 1 },
      ),
      null,
      2,
    )
    const made = await send(bundle, text)
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({
      bundleId: bundle,
      format: 'CYCLONEDX',
      specVersion: '1.6',
      name: 'a.cdx.json',
      size: Buffer.byteLength(text),
      digest: sha256(text),
      components: 3,
    })
    expect(await components(bundle)).toEqual([
      {
        name: '@scope/core',
        version: '7',
        license: 'MIT AND ISC',
        licenseKind: 'PERMISSIVE',
        purl: null,
        sbom: 'a.cdx.json',
      },
      {
        name: 'inner',
        version: '',
        license: 'MIT OR GPL-2.0-only',
        licenseKind: 'PERMISSIVE',
        purl: null,
        sbom: 'a.cdx.json',
      },
      {
        name: 'zlib',
        version: '1.3',
        license: 'Zlib',
        licenseKind: 'PERMISSIVE',
        purl: 'pkg:generic/zlib@1.3',
        sbom: 'a.cdx.json',
      },
    ])
    expect(await components(bundle, 'contains=ZLI')).toHaveLength(1)
    expect(await components(bundle, 'license=Zlib')).toHaveLength(1)
    expect(await components(bundle, 'size=1&page=2&sort=name,DESC')).toMatchObject([{ name: '@scope/core' }])
    expect(rowsOf(await read(`/api/bundles/${bundle}/history`), 'entries')[0]).toMatchObject({
      name: 'bundle.sbom-added',
      what: 'a.cdx.json',
    })
    expect((await send(bundle, text, { name: 'again.json' })).body.code).toBe('sbom-exists')
  })

  test('of SPDX: the concluded license before the declared one, and the purl of the references', async () => {
    const bundle = await desk.bundle('Spdx')
    const externalRefs = [
      { referenceType: 'cpe23Type' },
      { referenceType: 'purl', referenceLocator: 'pkg:deb/debian/curl@8' },
    ]
    const packages = [
      {
        SPDXID: 'SPDXRef-1',
        name: 'curl',
        versionInfo: '8',
        licenseConcluded: 'curl',
        licenseDeclared: 'MIT',
        externalRefs,
      },
      { SPDXID: 'SPDXRef-2', name: 'nothing', licenseConcluded: 'NOASSERTION', licenseDeclared: 'NONE' },
      { SPDXID: 'SPDXRef-3', name: 'declared', licenseConcluded: 'NOASSERTION', licenseDeclared: 'MPL-2.0' },
    ]
    // A byte order mark is allowed, and the version comes after the packages here.
    const made = await send(bundle, `\ufeff${JSON.stringify({ packages, spdxVersion: 'SPDX-2.3' })}`)
    expect(made.body, made.text).toMatchObject({ format: 'SPDX', specVersion: '2.3', components: 3 })
    expect(
      (await components(bundle)).map(({ name, license, licenseKind, purl }) => [name, license, licenseKind, purl]),
    ).toEqual([
      ['curl', 'curl', 'PERMISSIVE', 'pkg:deb/debian/curl@8'],
      ['declared', 'MPL-2.0', 'COPYLEFT', null],
      ['nothing', null, 'OTHER', null],
    ])
  })

  test('of many components is stored whole; the same component under several references once', async () => {
    const bundle = await desk.bundle('Many')
    const many = Array.from({ length: 12_000 }, (_, index) => component(`part-${index}`, '1'))
    const twice = [1, 2].map((reference) => ({ ...component('shared', '1'), 'bom-ref': `r${reference}` }))
    const made = await send(bundle, cyclone([...many, ...twice]))
    expect(made.body, made.text).toMatchObject({ components: 12_001 })
    expect((await read(`/api/bundles/${bundle}/sbom-components?size=1`)).body).toMatchObject({
      page: { totalElements: 12_001 },
    })
  })

  test.each<[string, () => unknown, RegExp]>([
    ['no JSON', () => 'not json', /not a JSON object/],
    ['a list', () => '[]', /not a JSON object/],
    ['an end too early', () => '{"bomFormat":"CycloneDX","components":[{"name":"a"}', /ends too early/],
    ['more after the end', () => `${JSON.stringify(cyclone([component('a', '1')]))} {}`, /not a JSON object/],
    ['a flawed piece', () => '{"components":[{"name":"a",}]}', /not valid JSON/],
    ['other bytes than UTF-8', () => new Uint8Array([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')]), /UTF-8/],
    ['nesting 10,000 deep', () => `{"components":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, /deeper than 100/],
    ['components 10,000 deep', () => `{"components":[${'{"components":['.repeat(10_000)}`, /deeper than 100/],
    ['neither format', () => ({ hello: ['world'] }), /neither CycloneDX 1 nor SPDX 2/],
    ['SPDX 3', () => ({ spdxVersion: 'SPDX-3.0', packages: [] }), /neither/],
    ['no components', () => cyclone([]), /components is missing or empty/],
    ['components that are no list', () => cyclone({}), /components is not a list/],
    ['both lists', () => cyclone([component('a', '1')], { packages: [{ SPDXID: '1', name: 'b' }] }), /one format only/],
    ['a component that is a text', () => cyclone(['zlib']), /components\[0\] is not an object/],
    [
      'a component without a name',
      () => cyclone([component('a', '1'), { version: '1' }]),
      /components\[1\]\.name is missing/,
    ],
    [
      'a version that is a number',
      () => cyclone([{ name: 'a', version: 1 }]),
      /components\[0\]\.version is not a text/,
    ],
    ['a name that is too long', () => cyclone([{ name: 'x'.repeat(251) }]), /longer than 250/],
    ['a NUL', () => cyclone([{ name: 'a\0b' }]), /cannot be stored/],
    ['half of a character', () => cyclone([{ name: 'a\ud800' }]), /cannot be stored/],
    [
      'the same component twice',
      () => cyclone([component('zlib', '1'), component('zlib', '1')]),
      /zlib 1 is in it twice/,
    ],
    [
      'the same reference twice',
      () =>
        cyclone([
          { name: 'a', 'bom-ref': 'r' },
          { name: 'b', 'bom-ref': 'r' },
        ]),
      /component r is in it twice/,
    ],
    [
      'the same package twice',
      () =>
        spdx([
          { SPDXID: 'p', name: 'a' },
          { SPDXID: 'p', name: 'b' },
        ]),
      /component p is in it twice/,
    ],
    ['a member twice', () => '{"components":[],"components":[]}', /member components twice/],
    [
      'a component of 5 MB',
      () => cyclone([{ name: 'a', description: 'x'.repeat(5_000_000) }]),
      /components\[0\] is larger than 4 MB/,
    ],
    [
      '200,001 components',
      () => cyclone(Array.from({ length: 200_001 }, (_, index) => ({ name: `p${index}` }))),
      /more than 200000 components/,
    ],
  ])('with %s is rejected, and nothing of it is stored', async (_, content, reason) => {
    const bundle = await desk.bundle('Flawed')
    const response = await send(bundle, content(), { as: 'ada' })
    expect([response.status, response.body.code], response.text).toEqual([400, 'sbom-unreadable'])
    expect(response.body.detail).toMatch(reason)
    expect(rowsOf(await read(`/api/bundles/${bundle}/sboms`), 'sboms')).toEqual([])
    expect(await components(bundle)).toEqual([])
  })

  test('over 64 MB is 413; without a file, or to a missing bundle, it is rejected', async () => {
    const bundle = await desk.bundle('Limits')
    const filler = Array.from({ length: 34 }, () => `"${'x'.repeat(2_000_000)}"`).join(',')
    expect((await send(bundle, `{"more":[${filler}]}`)).body.code).toBe('sbom-too-large')
    expect((await desk.call('rita', 'POST', `/api/bundles/${bundle}/sboms`, {})).body.code).toBe('upload-malformed')
    expect((await desk.call('rita', 'POST', `/api/bundles/${bundle}/sboms`, new FormData())).status).toBe(400)
    expect((await send('999999', cyclone([component('a', '1')]))).body.code).toBe('bundle-not-found')
    await desk.call('rita', 'POST', `/api/bundles/move-to-eol?bundleId=${bundle}`, { reason: 'Old.' })
    expect((await send(bundle, cyclone([component('a', '1')]))).body.code).toBe('bundle-end-of-life')
  })
})

describe('a search', () => {
  let old: string
  let next: string
  beforeAll(async () => {
    old = await desk.bundle('Router 3.22.1', { product: 'Router', productVersion: '3.22.1' })
    await desk.upload(old, 'router.bin', 'bytes')
    await send(
      old,
      cyclone([
        component('openssl', '3.0.7-27.el9', 'Apache-2.0'),
        component('openssl-libs', '3.0.7'),
        component('libyaml', '0.2.5', 'MIT'),
        component('redis', '7.2.4', 'BSD-3-Clause'),
        component('same', '1', 'MIT'),
      ]),
    )
    next = await desk.bundle('Router 3.24.0')
    await send(
      next,
      cyclone([
        component('openssl', '3.0.70', 'Apache-2.0'),
        component('x/grpc', 'v1.65.1', 'Apache-2.0'),
        component('redis', '7.4.0', 'RSALv2'),
        component('same', '1', 'MIT'),
      ]),
    )
    const release = await desk.release(old, 'acme', 'Router for acme')
    await desk.deliver(release)
    await desk.release(old, 'blue', 'Router for blue')
  })

  test('by name and version finds bundles, releases and accounts, and says since which bundle it is gone', async () => {
    const found = await read('/api/sboms/search?q=openssl%203.0.7')
    expect(found.body.totals, found.text).toEqual({ bundles: 1, releases: 2, accounts: 2, running: 0 })
    expect(matches(found)).toMatchObject([
      {
        bundle: { id: old, name: 'Router 3.22.1', status: 'ACTIVE' },
        component: { name: 'openssl', version: '3.0.7-27.el9', license: 'Apache-2.0' },
        accounts: [
          { name: 'acme', releaseName: 'Router for acme', state: 'ASSIGNED' },
          { name: 'blue', releaseName: 'Router for blue' },
        ],
        goneSince: { id: next, name: 'Router 3.24.0', version: '3.24.0' },
      },
      { component: { name: 'openssl-libs' } },
    ])
    expect(found.body.versions).toEqual([
      { name: 'openssl', version: '3.0.7-27.el9', bundles: 1 },
      { name: 'openssl', version: '3.0.70', bundles: 1 },
      { name: 'openssl-libs', version: '3.0.7', bundles: 1 },
    ])
  })

  test.each([
    ['OpenSSL', 3],
    ['openssl 3.0', 3],
    ['openssl 3.0.70', 1],
    ['openssl@3.0.7', 2],
    ['x/grpc 1.65.1', 1],
    ['pkg:generic/openssl@3.0.7-27.el9', 1],
    ['pkg:generic/openssl', 2],
    ['pkg:rpm/openssl', 0],
    ['openssl%', 0],
    ['penssl', 0],
    ['nothing like it', 0],
  ])('%s has %i matches', async (words, count) => {
    const found = await read(`/api/sboms/search?q=${encodeURIComponent(words)}`)
    expect([found.status, found.body.page]).toMatchObject([200, { totalElements: count }])
    expect(matches(found)).toHaveLength(count)
  })

  describe('in the spelling of its ecosystem', () => {
    /** Components as syft, cdxgen, trivy and the tools of Maven, npm, Go, Python, Debian and RPM write them. */
    const written: readonly (readonly [members: Record<string, string>, ...questions: string[]])[] = [
      [
        { group: 'com.fasterxml.jackson.core', name: 'jackson-databind', version: '2.13.4.2' },
        ...['jackson-databind', 'jackson-databind 2.13.4', 'com.fasterxml.jackson.core:jackson-databind'],
        ...['com.fasterxml.jackson.core:jackson-databind:2.13.4.2', 'com.fasterxml.jackson.core/jackson-databind'],
        ...['jackson-databind-2.13.4.2.jar', 'cpe:2.3:a:fasterxml:jackson-databind:2.13.4.2:*:*:*:*:*:*:*'],
      ],
      [
        { name: 'snakeyaml', version: '1.33', purl: 'pkg:maven/org.yaml/snakeyaml@1.33?type=jar' },
        ...[
          'org.yaml:snakeyaml',
          'org.yaml:snakeyaml 1.33',
          'pkg:maven/org.yaml/snakeyaml@1.33',
          'pkg:Maven/org.yaml/snakeyaml',
        ],
        ...[
          'pkg:maven/snakeyaml@1.33',
          'pkg://maven/org.yaml/snakeyaml',
          'pkg:maven/org.yaml/snakeyaml@1.33?type=jar#a/b',
        ],
      ],
      [
        { group: '@babel', name: 'traverse', version: '7.23.1', purl: 'pkg:npm/%40babel/traverse@7.23.1' },
        ...[
          '@babel/traverse',
          'babel/traverse',
          'traverse',
          '@babel/traverse@7.23.1',
          'pkg:npm/@babel/traverse@7.23.1',
        ],
        ...['pkg:npm/%40babel/traverse', 'pkg:npm/%40Babel%2Ftraverse@7.23.1'],
      ],
      [{ name: '@vue/shared', version: '3.4.0' }, '@vue/shared 3.4', 'shared 3.4.0', 'vue/shared'],
      [
        {
          name: 'github.com/quic-go/quic-go',
          version: 'v0.42.0',
          purl: 'pkg:golang/github.com/quic-go/quic-go@v0.42.0',
        },
        ...[
          'quic-go',
          'quic-go 0.42.0',
          'github.com/quic-go/quic-go@v0.42.0',
          'pkg:golang/github.com/quic-go/quic-go@0.42.0',
        ],
      ],
      [
        { group: 'github.com/go-chi', name: 'chi/v5', version: 'v5.0.10' },
        'chi',
        'chi/v5',
        'github.com/go-chi/chi/v5 5.0.10',
      ],
      [
        { name: 'Zope.Interface', version: '6.0', purl: 'pkg:pypi/zope-interface@6.0' },
        ...['zope.interface==6.0', 'zope-interface', 'pkg:pypi/zope_interface@6.0', 'pkg:pypi/Zope.Interface'],
      ],
      [
        {
          name: 'libgnutls30',
          version: '3.7.1-5+deb11u3',
          purl: 'pkg:deb/debian/libgnutls30@3.7.1-5%2Bdeb11u3?arch=amd64&distro=debian-11',
        },
        ...['libgnutls30 3.7.1', 'libgnutls30=3.7.1-5+deb11u3', 'libgnutls30_3.7.1-5+deb11u3_amd64.deb'],
        ...['pkg:deb/debian/libgnutls30@3.7.1-5%2Bdeb11u3?distro=debian-11&arch=amd64', 'pkg:deb/libgnutls30@3.7.1'],
      ],
      [
        {
          name: 'bind-libs',
          version: '32:9.16.23-14.el9',
          purl: 'pkg:rpm/redhat/bind-libs@9.16.23-14.el9?arch=x86_64&epoch=32',
        },
        ...[
          'bind-libs 9.16.23',
          'bind-libs 32:9.16.23',
          'bind-libs-9.16.23-14.el9.x86_64.rpm',
          'bind-libs@9.16.23-14.el9',
        ],
        ...['pkg:rpm/redhat/bind-libs@9.16.23-14.el9', 'pkg:rpm/redhat/bind-libs@9.16.23-14.el9?epoch=32&arch=x86_64'],
      ],
      [{ group: 'symfony', name: 'http-kernel', version: 'v5.4.20' }, 'symfony/http-kernel 5.4.20', 'http-kernel'],
      [
        { name: 'Newtonsoft.Json', version: '13.0.1', purl: 'pkg:nuget/Newtonsoft.Json@13.0.1' },
        'newtonsoft.json 13.0.1',
      ],
      [{ name: 'XML::LibXML', version: '2.0207' }, 'XML::LibXML', 'LibXML 2.0207'],
      [{ name: 'only-in-purl', purl: 'pkg:generic/only-in-purl@4.2.1' }, 'only-in-purl 4.2', 'only-in-purl@4.2.1'],
    ]
    const absent = [
      ...[
        'jackson-databind 2.13.40',
        'org.other:jackson-databind',
        'babel-traverse',
        'quic-go 0.4.2',
        'bind-libs 16.23',
      ],
      ...['pkg:npm/org.yaml/snakeyaml', 'pkg:maven/org.other/snakeyaml', 'pkg:maven/org.yaml/snakeyaml@1.3'],
      ...['pkg:rpm/redhat/bind-libs@9.16.23?arch=aarch64', 'cpe:2.3:a:fasterxml:jackson-databind:2.14:*:*:*:*:*:*:*'],
    ]
    beforeAll(async () => {
      const bundle = await desk.bundle('Ecosystems')
      const sent = await send(bundle, cyclone(written.map(([members]) => members)))
      expect(sent.status, sent.text).toBe(201)
    })
    const ask = async (words: string) => read(`/api/sboms/search?q=${encodeURIComponent(words)}`)

    test.each(written.map(([members, ...questions]) => ({ name: members.name, members, questions })))(
      '$name: each question finds it',
      async ({ members, questions }) => {
        for (const words of questions) {
          const found = await ask(words)
          expect(
            matches(found).map((match) => (match.component as Json).name),
            words,
          ).toContain(members.group ? `${members.group}/${members.name}` : members.name)
          expect([found.body.understood, found.body.page?.totalElements], words).toEqual([true, matches(found).length])
        }
      },
    )
    test.each(absent)('no bundle has %s, and the question was understood', async (words) => {
      expect((await ask(words)).body, words).toMatchObject({
        understood: true,
        page: { totalElements: 0 },
        versions: expect.any(Array),
      })
    })
    test.each([
      'pkg:',
      'pkg:npm',
      'pkg:npm/',
      'pkg:npm/%zz@1',
      'CVE-2021-44228',
      'GHSA-jfh8-c2jp-5v3q',
      '3.0.7',
      'v1.2.3-rc1',
      '**',
      'cpe:2.3:a',
      '--',
    ])('of %s it is said that it names no component', async (words) => {
      expect((await ask(words)).body).toMatchObject({
        understood: false,
        page: { totalElements: 0 },
        totals: { bundles: 0 },
      })
      const table = await desk.call('vera', 'GET', `/api/sboms/search?q=${encodeURIComponent(words)}`, undefined, {
        accept: 'text/csv',
      })
      expect([table.status, table.text]).toEqual([400, expect.stringContaining('does not name a component')])
    })
    test('the components of a bundle are filtered by the same spellings', async () => {
      const bundle = await desk.bundle('Filtered')
      await send(bundle, cyclone(written.map(([members]) => members)))
      for (const words of ['com.fasterxml.jackson.core:jackson', '@babel/trav', 'org.yaml:snake', 'github.com/quic-go'])
        expect(await components(bundle, `contains=${encodeURIComponent(words)}`), words).toHaveLength(1)
    })
  })

  test('the names of components are those of their coordinates, whichever statement stored them', async () => {
    const { db } = desk.app.portal
    const all = () => sql`select * from sbom_component_names order by sbom_id, place, name`.execute(db)
    const before = await all()
    await sql`delete from sbom_component_names`.execute(db)
    await sql`insert into sbom_component_names (sbom_id, place, name, version)
      select c.sbom_id, c.place, n.found_name, n.found_version
      from sbom_components c cross join lateral component_coordinates(c.name, c.version, c.purl) n`.execute(db)
    expect((await all()).rows).toEqual(before.rows)
    expect(before.rows.length).toBeGreaterThan(20)
  })

  test('a deleted release and another version that runs do not count; a deployment with the version does', async () => {
    const bundle = await desk.bundle('Switch 5.1.0', { product: 'Switch', productVersion: '5.1.0' })
    await desk.upload(bundle, 'switch.bin', 'bytes')
    await send(bundle, cyclone([component('only-here', '1')]))
    const release = await desk.release(bundle, 'acme')
    const deploy = (version: string) =>
      desk.app.portal.db
        .updateTable('deployments')
        .set({ software_version: version })
        .where('account_id', '=', desk.accounts.acme.id)
        .where('type', '=', 'DOCSIS')
        .execute()
    await deploy('5.0.0')
    expect((await read('/api/sboms/search?q=only-here')).body.totals).toMatchObject({ accounts: 1, running: 0 })
    await deploy('5.1.0')
    const found = await read('/api/sboms/search?q=only-here')
    expect(found.body.totals).toMatchObject({ accounts: 1, running: 1 })
    expect(matches(found)).toMatchObject([{ accounts: [{ state: 'DEPLOYED' }], goneSince: null }])
    expect((await desk.call('ada', 'DELETE', `/api/bundle-releases/${release}`)).status).toBe(204)
    expect((await read('/api/sboms/search?q=only-here')).body.totals).toEqual({
      bundles: 1,
      releases: 0,
      accounts: 0,
      running: 0,
    })
  })

  test('is paged, sorted and exported; too short words are 400; the coverage counts bundles', async () => {
    expect(matches(await read('/api/sboms/search?q=same&size=1&sort=created,ASC'))).toMatchObject([
      { bundle: { id: old } },
    ])
    expect(matches(await read('/api/sboms/search?q=same&size=1&page=1&sort=created,ASC'))).toMatchObject([
      { bundle: { id: next } },
    ])
    const csv = await desk.call('vera', 'GET', '/api/sboms/search?q=libyaml', undefined, { accept: 'text/csv' })
    expect(csv.text.trim().split('\r\n')).toHaveLength(3)
    expect(csv.text).toContain('Router for acme')
    for (const words of ['', 'a', '  b ']) expect((await read(`/api/sboms/search?q=${words}`)).status).toBe(400)
    expect((await read('/api/sboms/coverage')).body.withSbom).toBeGreaterThan(1)
  })

  test('the licenses of a bundle are counted by kind', async () => {
    expect(rowsOf(await read(`/api/bundles/${next}/sbom-licenses`), 'licenses')).toEqual([
      { license: 'Apache-2.0', kind: 'PERMISSIVE', components: 2 },
      { license: 'MIT', kind: 'PERMISSIVE', components: 1 },
      { license: 'RSALv2', kind: 'OTHER', components: 1 },
    ])
    expect((await read(`/api/bundles/${old}/sbom-licenses?size=1`)).body.page).toMatchObject({ totalElements: 4 })
  })

  test('a license expression is judged by its grammar', async () => {
    const kinds: Record<string, string> = {
      'MIT OR GPL-3.0-only': 'PERMISSIVE',
      '(MIT OR GPL-2.0-only) AND LGPL-2.1-only': 'COPYLEFT',
      'MIT AND (GPL-2.0-only OR Apache-2.0)': 'PERMISSIVE',
      'Apache-2.0 OR MIT AND GPL-2.0-or-later': 'PERMISSIVE',
      'LGPL-2.1-only OR MIT AND LicenseRef-ours': 'COPYLEFT',
      '((BSD-3-Clause))': 'PERMISSIVE',
      'GPL-2.0-only WITH Classpath-exception-2.0 AND MIT': 'COPYLEFT',
      '(MIT OR ISC) AND (Zlib OR EPL-2.0)': 'PERMISSIVE',
      'MIT AND (ISC': 'OTHER',
      'MIT) AND (ISC': 'OTHER',
      'MIT AND': 'OTHER',
      'OR MIT': 'OTHER',
      'LicenseRef-MIT-like': 'OTHER',
      'See the file MIT.txt': 'OTHER',
    }
    const bundle = await desk.bundle('Expressions')
    const all = Object.keys(kinds).map((expression, place) => ({ name: `l${place}`, licenses: [{ expression }] }))
    expect((await send(bundle, cyclone(all))).status).toBe(201)
    const found = rowsOf(await read(`/api/bundles/${bundle}/sbom-licenses?size=100`), 'licenses')
    expect(Object.fromEntries(found.map(({ license, kind }) => [license, kind]))).toEqual(kinds)
    const several = await desk.bundle('Several licenses')
    const licenses = [{ expression: 'MIT OR GPL-2.0-only' }, { license: { id: 'GPL-3.0-only' } }]
    await send(several, cyclone([{ name: 'both', licenses }]))
    expect(rowsOf(await read(`/api/bundles/${several}/sbom-licenses`), 'licenses')).toEqual([
      { license: '(MIT OR GPL-2.0-only) AND GPL-3.0-only', kind: 'COPYLEFT', components: 1 },
    ])
  })

  test('the difference of two bundles: added, removed, another version, another license', async () => {
    const compared = await read(`/api/bundles/${next}/sbom-difference?against=${old}`)
    expect(compared.body.totals, compared.text).toEqual({ added: 1, removed: 2, changed: 2, licenses: 1, same: 1 })
    expect(
      rowsOf(compared, 'differences').map(({ name, kind, versionBefore, version }) => [
        name,
        kind,
        versionBefore,
        version,
      ]),
    ).toEqual([
      ['libyaml', 'REMOVED', '0.2.5', null],
      ['openssl', 'CHANGED', '3.0.7-27.el9', '3.0.70'],
      ['openssl-libs', 'REMOVED', '3.0.7', null],
      ['redis', 'CHANGED', '7.2.4', '7.4.0'],
      ['x/grpc', 'ADDED', null, 'v1.65.1'],
    ])
    expect(
      rowsOf(await read(`/api/bundles/${next}/sbom-difference?against=${old}&kind=LICENSE`), 'differences'),
    ).toMatchObject([{ name: 'redis', licenseBefore: 'BSD-3-Clause', license: 'RSALv2', licenseChanged: true }])
    expect((await read(`/api/bundles/${next}/sbom-difference?against=999999`)).status).toBe(404)
    expect((await read(`/api/bundles/${next}/sbom-difference`)).status).toBe(400)
    for (const list of [`sbom-difference?against=${old}`, 'sbom-components', 'sbom-licenses']) {
      const csv = await desk.call('vera', 'GET', `/api/bundles/${next}/${list}`, undefined, { accept: 'text/csv' })
      expect(csv.text.split('\r\n').length, csv.text).toBeGreaterThan(3)
    }
  })

  test('a long comparison is a table in little more time than a page of it takes', async () => {
    const [old, next] = [await desk.bundle('Many 1'), await desk.bundle('Many 2')]
    const many = (version: string) => cyclone(Array.from({ length: 20_000 }, (_, at) => component(`c${at}`, version)))
    const sent = [await send(old, many('1')), await send(next, many('2'))]
    expect(sent.map(({ status }) => status)).toEqual([201, 201])
    const path = `/api/bundles/${next}/sbom-difference?against=${old}&size=1000`
    const timed = async (accept: string) => {
      const began = performance.now()
      const { text } = await desk.call('vera', 'GET', path, undefined, { accept })
      return { text, took: performance.now() - began }
    }
    const page = await timed('application/json')
    const table = await timed('text/csv')
    expect(table.text.trim().split('\r\n')).toHaveLength(20_001)
    // Made of its pages, it would take twenty times as long.
    expect(table.took).toBeLessThan(8 * page.took)
  })
})

test('staff read and search, release managers add and delete, the NOC and customers do neither', async () => {
  const bundle = await desk.bundle('Guarded')
  const { body } = await send(bundle, cyclone([component('a', '1')]))
  const reads = [
    '/api/sboms/search?q=openssl',
    '/api/sboms/coverage',
    `/api/bundles/${bundle}/sboms`,
    `/api/bundles/${bundle}/sbom-components`,
    `/api/bundles/${bundle}/sbom-licenses`,
    `/api/bundles/${bundle}/sbom-difference?against=${bundle}`,
  ]
  for (const path of reads) {
    expect([path, (await read(path, 'tom')).status]).toEqual([path, 200])
    for (const name of ['nora', 'mia', 'uma'] as const)
      expect([path, name, (await read(path, name)).status]).toEqual([path, name, 403])
  }
  for (const as of ['vera', 'anton', 'tom', 'nora', 'mia'] as const) {
    expect((await send(bundle, cyclone([component('b', '1')]), { as })).status).toBe(403)
    expect((await desk.call(as, 'DELETE', `/api/bundles/${bundle}/sboms/${body.id}`)).status).toBe(403)
  }
})

test('a deleted SBOM is gone with its components, and so are those of a deleted bundle', async () => {
  const bundle = await desk.bundle('Short-lived')
  const other = await desk.bundle('Other')
  const { body } = await send(bundle, cyclone([component('fleeting', '1')]))
  expect((await desk.call('rita', 'DELETE', `/api/bundles/${other}/sboms/${body.id}`)).body.code).toBe('sbom-not-found')
  expect((await desk.call('rita', 'DELETE', `/api/bundles/${bundle}/sboms/x`)).body.code).toBe('sbom-not-found')
  expect((await desk.call('rita', 'DELETE', `/api/bundles/${bundle}/sboms/${body.id}`)).status).toBe(204)
  expect(matches(await read('/api/sboms/search?q=fleeting'))).toEqual([])
  expect(rowsOf(await read(`/api/bundles/${bundle}/history`), 'entries')[0]?.name).toBe('bundle.sbom-deleted')
  await send(bundle, cyclone([component('fleeting', '2')]))
  expect((await desk.call('rita', 'DELETE', `/api/bundles/${bundle}`)).status).toBe(204)
  expect(matches(await read('/api/sboms/search?q=fleeting'))).toEqual([])
})

test('the demo gives each bundle an SBOM, once', async () => {
  await desk.app.portal.db.deleteFrom('sboms').execute()
  await makeDemoSboms(desk.app.portal.db)
  await makeDemoSboms(desk.app.portal.db)
  const { body } = await read('/api/sboms/coverage')
  expect(body.withSbom).toBe(body.bundles)
  expect((await read('/api/sboms/search?q=busybox')).body.totals).toMatchObject({ bundles: body.bundles })
})
