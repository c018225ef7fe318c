// Mails that the portal receives. One that became a comment is accepted with 250, any other too.
import { once } from 'node:events'
import { connect } from 'node:net'

export async function* mailOperations({ made, account, client, manager, replyPort }) {
  const { key } = await made(
    'POST',
    `/api/plugins/jira/issues?account=${account.name}`,
    { subject: 'Mail', description: 'At noon.', priority: 'LOW' },
    { headers: manager },
  )
  await made('POST', `/api/plugins/jira/issues/comment?issueKey=${key}`, { body: 'What do you see?' })
  let address
  for (let round = 0; round < 200 && !address; round += 1) {
    const { rows } = await client
      .query(
        `select o::text as text, u.email from mail_outbox o, users u where o::text like '%portal+%' and u.email = o.recipient order by o.id desc limit 1`,
      )
      .catch(() =>
        client.query(`select o::text as text, null as email from mail_outbox o where o::text like '%portal+%' limit 1`),
      )
    address = /portal\+[0-9a-z.]+@headend\.example/.exec(rows[0]?.text ?? '')?.[0]
    if (!address) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  if (!address) throw new Error('no reply address was mailed')
  const {
    rows: [{ email }],
  } = await client.query(`select email from users where id = $1`, [
    Number.parseInt(address.split('+')[1].split('.')[1], 36),
  ])
  let count = 0
  const mail = (headers, body) => async () => {
    count += 1
    const head = [
      `From: ${email}`,
      `To: ${address}`,
      'Subject: Re: Mail',
      `Message-ID: <${count}.${Date.now()}@mx.example>`,
      'Authentication-Results: mx.headend.example; dkim=pass header.d=' +
        email.split('@')[1] +
        '; spf=pass smtp.mailfrom=' +
        email,
      'MIME-Version: 1.0',
      ...headers,
    ]
    return deliver(replyPort, { from: email, to: address, text: `${head.join('\r\n')}\r\n\r\n${body}` })
  }
  const plain = ['Content-Type: text/plain; charset=utf-8']
  await mail(plain, 'I see it at noon.')()
  const lines = (length, line = 'I see it at noon, and it is gone by night.\r\n') =>
    line.repeat(Math.ceil(length / line.length)).slice(0, length)
  const M = 1_048_576
  for (const [name, headers, body] of [
    ['29 MB of text', plain, lines(29 * M)],
    ['29 MB of quoted lines', plain, lines(29 * M, '> > I see it at noon.\r\n')],
    [
      '29 MB of encoded text',
      ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'],
      lines(29 * M, '=C3=A4=C3=A4=C3=A4=C3=A4=C3=A4=C3=A4=C3=A4=C3=A4=C3=A4=C3=A4\r\n'),
    ],
    [
      '29 MB of HTML',
      ['Content-Type: text/html; charset=utf-8'],
      lines(29 * M, '<div><p>I see <b>it</b> at noon.</p></div>\r\n'),
    ],
    ['10 MB of open tags', ['Content-Type: text/html; charset=utf-8'], lines(10 * M, '<div><blockquote>\r\n')],
    ['200 kB of open tags', ['Content-Type: text/html; charset=utf-8'], lines(200_000, '<div><blockquote>\r\n')],
    [
      '250 kB of headers',
      [...plain, ...Array.from({ length: 5000 }, (_, index) => `X-H${index}: ${'a'.repeat(36)}`)],
      'a',
    ],
    ['250 kB of encoded words', [...plain, `X-A: ${'=?utf-8?q?=C3=A4?= '.repeat(13_000)}`], 'a'],
    ['250 kB of recipients', [...plain, `Cc: ${'"a (b" <a@b.example>, '.repeat(11_000)}a@b.example`], 'a'],
    ['250 kB of parentheses', [...plain, `Cc: ${'('.repeat(120_000)}${')'.repeat(120_000)} a@b.example`], 'a'],
    [
      '29 MB of files in 90 parts',
      ['Content-Type: multipart/mixed; boundary=b'],
      [
        ...Array.from(
          { length: 90 },
          (_, index) =>
            `--b\r\nContent-Type: image/png; name=a${index}.png\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=a${index}.png\r\n\r\n${lines(320_000, `${'iVBORw0KGgoAAAANSUhEUgAA'.repeat(3)}\r\n`)}`,
        ),
        '--b--',
      ].join('\r\n'),
    ],
    [
      'two files of 10 MB',
      ['Content-Type: multipart/mixed; boundary=b'],
      [
        ...Array.from(
          { length: 2 },
          (_, index) =>
            `--b\r\nContent-Type: text/plain; name=a${index}.log\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=a${index}.log\r\n\r\n${lines(13 * M, `${'Tm92IDIwIDAyOjEyOjAyIHJwZC0wMjA3'.repeat(2)}\r\n`)}`,
        ),
        '--b--',
      ].join('\r\n'),
    ],
    [
      'multipart 20 deep',
      ['Content-Type: multipart/mixed; boundary=b0'],
      `${Array.from({ length: 19 }, (_, index) => `--b${index}\r\nContent-Type: multipart/mixed; boundary=b${index + 1}\r\n\r\n`).join('')}--b19\r\n\r\n${lines(29 * M)}`,
    ],
    ['a million delimiters', ['Content-Type: multipart/mixed; boundary=b'], lines(29 * M, '--b\r\n\r\n')],
    ['a million boundaries', plain, lines(29 * M, 'boundary=a\r\n--a\r\n')],
    ['a line of 29 MB', plain, 'a '.repeat(14.5 * M)],
  ])
    yield { name: 'receive a mail', input: name, call: mail(headers, body) }
}

async function deliver(port, { from, to, text }) {
  const socket = connect(port, '127.0.0.1')
  const next = async () => String((await once(socket, 'data'))[0])
  await next()
  for (const command of ['EHLO mx.example', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA']) {
    socket.write(`${command}\r\n`)
    const answer = await next()
    if (!/^[23]/.test(answer)) return answer.trim()
  }
  socket.write(`${text.replaceAll(/^\./gm, '..')}\r\n.\r\n`)
  const answer = await next()
  socket.end('QUIT\r\n')
  return answer.slice(0, 40).trim()
}
