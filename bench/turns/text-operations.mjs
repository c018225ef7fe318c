// Texts of the largest length, made of what is worst to read as Markdown or HTML.
const issues = '/api/plugins/jira/issues'
const channels = '/api/plugins/slack/channels'

/** Beginnings that never end, nested as deep as they come. */
const markdown = {
  brackets: '[',
  'open links': '[a](',
  'open pictures': '![[]()',
  emphasis: '*a **a ',
  underscores: '_a __a ',
  quotes: '> ',
  'nested lists': '- ',
  backticks: '` `` ``` ',
  'open tags': '<a ',
  'open comments': '<!--',
  tables: 'a|',
  addresses: 'http://a.a/a.',
  references: '[a]: b\n',
  mails: 'a@a.',
  strikes: '~~a ~a ',
  entities: '&a',
  breaks: 'a  \n',
  'words with stars': 'a*a_a',
}
const filled = (part, length) => part.repeat(Math.ceil(length / part.length)).slice(0, length)
const nested = (length) =>
  Array.from({ length: Math.floor(Math.sqrt(length)) }, (_, index) => `${'  '.repeat(index)}- a\n`)
    .join('')
    .slice(0, length)

export async function* textOperations({ as, made, account, client }) {
  const texts = (length) => [
    ...Object.entries(markdown).map(([name, part]) => [name, filled(part, length)]),
    ['a deep list', nested(length)],
  ]
  const { key } = await made('POST', `${issues}?account=${account.name}`, {
    subject: 'Modems flap',
    description: 'At noon.',
    priority: 'LOW',
  })
  const comment = async (body) => (await as('POST', `${issues}/comment?issueKey=${key}`, { body })).status
  await comment('first')
  for (const [name, text] of texts(32_767).slice(0, 4))
    yield { name: 'comment on a case', input: `32,767 characters of ${name}`, call: () => comment(text) }
  yield {
    name: 'file a case',
    input: '32,767 characters, 20 labels',
    call: async () =>
      (
        await as('POST', `${issues}?account=${account.name}`, {
          subject: 'x'.repeat(250),
          description: filled('upstream SNR falls ', 32_767),
          priority: 'HIGH',
          labels: Array.from({ length: 20 }, (_, index) => `label-${index}`),
        })
      ).status,
  }

  const [channel] = Object.values((await made('GET', `${channels}/search?size=1`))._embedded)[0]
  const chat = async (htmlBody) => {
    const form = new FormData()
    form.append('htmlBody', htmlBody)
    return (await as('POST', `${channels}/${channel.id}/message/form`, form, { raw: true })).status
  }
  await chat('first')
  const html = {
    'open tags': '<a href="',
    'deep tags': '<b><i>',
    'open comments': '<!--',
    backticks: '<b>`',
    fences: '```a',
    spaces: '<b> \t',
    entities: '<b>&#x',
    'open links': '<a href=',
    'slow attributes': `<a ${' '.repeat(3990)}`,
  }
  for (const [name, part] of Object.entries(html))
    yield { name: 'send a message', input: `40,000 characters of ${name}`, call: () => chat(filled(part, 40_000)) }

  const page = await made('POST', `/api/wiki/pages?account=${account.name}`, {
    title: 'Bench',
    body: 'first',
    audience: 'ALL',
  })
  for (const [name, body] of [
    ['words', filled('Upstream SNR falls at noon. ', 200_000)],
    ...texts(200_000).slice(0, 3),
  ])
    yield {
      name: 'edit a wiki page',
      input: `200,000 characters of ${name}`,
      call: async () =>
        (await as('PATCH', `/api/wiki/pages/${page.id}`, { body }, { headers: { 'if-match': '*' } })).status,
    }
  yield {
    name: 'versions of a wiki page',
    input: '20 of 200,000 characters',
    call: async () => (await as('GET', `/api/wiki/pages/${page.id}/versions?size=200`)).status,
  }
  yield {
    name: 'read a wiki page',
    input: '200,000 characters',
    call: async () => (await as('GET', `/api/wiki/pages/${page.id}`)).status,
  }

  const category = (await client.query('select min(id)::text as id from announcement_categories')).rows[0].id
  const announcement = (message, more = {}) =>
    as('POST', '/api/announcements', {
      title: 'Bench',
      message,
      type: 'info',
      deliveryMethod: 'BellAlert',
      emailCopy: true,
      categoryId: category,
      recipientsType: 'FILTER',
      recipients: { roles: ['MANAGER'] },
      ...more,
    })
  await announcement('first')
  for (const [name, text] of texts(20_000))
    yield {
      name: 'announce with mail',
      input: `20,000 characters of ${name}`,
      call: async () => (await announcement(text)).status,
    }
  yield {
    name: 'announce to everybody',
    input: '20,000 characters, mail copies',
    call: async () =>
      (
        await announcement(filled('Modems restart **once**. ', 20_000), {
          recipientsType: 'EVERYONE',
          recipients: undefined,
        })
      ).status,
  }

  const {
    rows: [outage],
  } = await client.query(
    `select c.key from outages o join cases c on c.id = o.case_id where o.ended_at is not null order by o.started_at desc limit 1`,
  )
  const parts = ['what', 'who', 'times', 'cause', 'actions', 'prevention']
  for (const [name, text] of [['words', filled('Upstream SNR fell at noon. ', 10_000)], ...texts(10_000)]) {
    yield {
      name: 'save an outage report',
      input: `6 × 10,000 characters of ${name}`,
      call: async () =>
        (
          await as(
            'PUT',
            `/api/plugins/jira/outage-reports/${outage.key}`,
            Object.fromEntries(parts.map((part) => [part, text])),
            { headers: { 'if-match': '*' } },
          )
        ).status,
    }
    yield {
      name: 'outage report as PDF',
      input: `6 × 10,000 characters of ${name}`,
      call: async () => (await as('GET', `/api/plugins/jira/outage-reports/${outage.key}/pdf`)).status,
    }
  }
  const words = filled('modem upstream RPD-0042 9.4.0 flap ', 2000)
  for (const [name, path] of Object.entries({
    'search all': `/api/search?q=${encodeURIComponent(words.slice(0, 200))}`,
    'search all ': `/api/search?q=${'a'.repeat(200)}`,
    'search cases': `${issues}/search?q=${encodeURIComponent(words.slice(0, 200))}`,
    'similar cases': `${issues}/similar?account=${account.name}&text=${encodeURIComponent(words)}`,
    'matching known issues': `/api/known-issues/matches?text=${encodeURIComponent(words)}`,
    'search components': `/api/sboms/search?q=${encodeURIComponent('a-1 '.repeat(100))}`,
    'search components ': `/api/sboms/search?q=pkg:a/${'/a'.repeat(190)}`,
    'search logs': `/api/logbook/entries/search?q=${encodeURIComponent(words.slice(0, 200))}`,
    'search wiki': `/api/wiki/pages?q=${encodeURIComponent(words.slice(0, 200))}`,
  }))
    yield { name, input: 'the most words', call: async () => (await as('GET', path)).status }
}
