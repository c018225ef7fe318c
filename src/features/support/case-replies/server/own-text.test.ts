import { expect, test } from 'vitest'
import { replyMarker } from '#features/support/case-notifications/server/index.ts'
import { textOfHtml } from './html-text.ts'
import { ownTextOf } from './own-text.ts'

const sent = {
  name: 'Headend',
  addresses: ['no-reply@desk.example', 'support+1.2.ab@desk.example'],
  marker: replyMarker,
  texts: [
    `${replyMarker}\n\nVera Vendor commented on AC-7.\n\nWhich firmware do you run, and since when?\n\nAny news?\n\nOpen case: https://desk.example/AC-7`,
  ],
}
const own = (text: string) => ownTextOf(text, sent).text
const ours = 'Headend <support+1.2.ab@desk.example>'
const body = 'Vera Vendor commented on AC-7.\n\nWhich firmware do you run, and since when?'
const marked = body.replaceAll(/^/gm, '> ')

test.each([
  `Fixed.\n\nOn Mon, 2 Nov 2026 at 10:00, ${ours} wrote:\n> Any news?`,
  `Fixed.\nOn Mon, 2 Nov 2026 at 10:00, Headend of the desk\n<no-reply@desk.example>\nwrote:\n\n${marked}\n>\n> Open case: <https://desk.example/AC-7>`,
  `Fixed.\n\nAm 02.11.2026 um 10:00 schrieb Headend:\n\n${marked}`,
  `Fixed.\n\npon., 2 lis 2026 o 10:00 Headend <\nsupport+1.2.ab@desk.example> napisał(a):\n\n> Cokolwiek`,
  `Fixed.\n\n${ours} 于2026年11月2日周一 10:00写道：\n\n> Any news?`,
  // Programs that mark no lines.
  `Fixed.\n\nOn 02/11/2026, 10:00, "Headend" <no-reply@desk.example> wrote:\n\n    Any news?\n`,
  `Fixed.\n\n-----Original Message-----\nFrom: Headend\nSent: Monday, 2 November 2026\nSubject: x\n\nAny news?`,
  `Fixed.\n\n________________________________\nOd: Headend <no-reply@desk.example>\nWysłano: poniedziałek\nTemat: x\n\n${body}`,
  `Fixed.\n\n差出人: Headend <no-reply@desk.example>\n件名: x\n\n${body}`,
  // A program that says nothing of its own.
  `Fixed.\n\n${replyMarker}\n\n${body}`,
  `Fixed.\n\n${marked}`,
  'Fixed.\n\n-- \nUma User\nAcme Cable',
  'Fixed.\n\nSent from my iPhone',
  'Fixed.\n\nVerstuurd vanaf mijn iPhone',
])('a quoted mail of the portal is cut: %j', (text) => {
  expect(ownTextOf(text, sent)).toEqual({ text: 'Fixed.', isCut: true })
})

test.each([
  'The console says:\n\n> show version\n9.6.1\n\nIs that right?',
  '> config t\n> interface 3\nFails.',
  'CRC 12\n--\nCRC 9731\n--\nThe second ones are worse.',
  'Trace:\nFrom: noc@acme.example\nTo: vendor@other.example\nDate: 2026-11-02 10:00\n\nCan you see why?',
  'Ausfall:\nVon: 10:00\nDatum: 28.11.2026\nwaren 400 Modems offline.',
  'On Sunday evening our NOC wrote:\n"Node 14 rebooted."\nNothing since.',
  'On Monday 2 Nov 2026 the customer wrote:\n> no change seen\nBut the error is still there.',
  '--- old.cfg\n+++ new.cfg\n@@ -1,2 +1,2 @@\n-power 0\n+power 3\n\nStable now.',
  'See below.\n\n---------- Forwarded message ---------\nFrom: Field <field@acme.example>\nDate: 2 Nov 2026\nSubject: Amplifier\n\nIt was replaced.',
  'The app crashes on my iPhone',
  `Log:\n-- \n${'a line of the log\n'.repeat(20)}the end`,
])('what the sender wrote is kept: %j', (text) => {
  expect(ownTextOf(text, sent)).toEqual({ text: text.replace('-- \n', '--\n'), isCut: false })
})

test('answers between and below quoted lines are kept', () => {
  expect(own('> Any news?\n\n9.4.0\n\n> Which firmware do you run, and since when?\n\nMonday')).toBe('9.4.0\n\nMonday')
  expect(
    own(`From: ${ours}\nSent: Monday\nSubject: x\n\nAny news?\n\nNot yet.\n\n${body}\n\n9.4.0 since Monday.`),
  ).toBe('Not yet.\n\n9.4.0 since Monday.')
  expect(own('> Any news?')).toBe('')
})

test.each([
  [
    '<div>Fixed.</div><div class="gmail_quote"><div class="gmail_attr">On Mon, 2 Nov 2026, Headend wrote:<br></div><blockquote class="gmail_quote">Any news?</blockquote></div>',
    'Fixed.',
  ],
  [
    '<p>On 2 Nov 2026, Headend wrote:</p><blockquote type="cite">Any news?<p>Since when?</blockquote><p>Fixed.',
    'Fixed.',
  ],
  [
    '<div>Fixed.</div><div class="yahoo_quoted"><div>On Monday, November 2, 2026, Headend wrote:</div><div>Any news?</div></div>',
    'Fixed.',
  ],
  [
    `<div class="WordSection1"><p>Fixed.</p><div style="border-top:solid"><p><b>From:</b> Headend &lt;no-reply@desk.example&gt;<br><b>Sent:</b> Monday<br><b>Subject:</b> x</p></div><p>Any news?</p></div>`,
    'Fixed.',
  ],
  [
    '<p>The alarm says:</p><blockquote style="margin:0 0 0 40px"><div>Node 14 lost lock</div></blockquote><p>Check it.</p>',
    'The alarm says:\n\nNode 14 lost lock\n\nCheck it.',
  ],
  [
    '<div>See below.</div><blockquote type="cite"><div>Begin forwarded message:</div><div>From: field@acme.example</div></blockquote>',
    'See below.\n\n> Begin forwarded message:\n> From: field@acme.example',
  ],
  ['<!doctype html><html><head><meta charset=utf-8><title>x</title><body><p>Fixed.', 'Fixed.'],
])('HTML: %s', async (markup, text) => {
  expect(own((await textOfHtml(markup))!)).toBe(text)
})

test.each([
  ['<pre>02:11 T3\n02:12  T4\n</pre>done', '02:11 T3\n02:12  T4\n\ndone'],
  [
    '<table><tr><td>Node 3<td>36.8</tr><tr><td><p>Node 4</p></td><td>2.1</td></tr></table>',
    'Node 3 | 36.8\nNode 4 | 2.1',
  ],
  ['<table><tr><td><p>One</p><p>Two</p></td></tr></table>', 'One\n\nTwo'],
  ['Gr&uuml;&szlig;e, 20&nbsp;&euro;&hellip; it&rsquo;s &lt;ok&gt; &#8211;&#x41;', 'Grüße, 20 €… it’s <ok> –A'],
  [
    'The graph is <a href="https://nms.example/7">here</a>, <a href="https://x.example">https://x.example</a>, <a href="javascript:x">not</a>.',
    'The graph is here <https://nms.example/7>, https://x.example, not.',
  ],
  ['<ul><li>one<li>two</ul><ol><li>three</ol>', '- one\n- two\n\n- three'],
  ['a<br>b<br><br>c<div>d</div>\n<div>e</div>', 'a\nb\n\nc\nd\ne'],
  ['<style>p{}</style><script>alert(1)</script><p style="display:none">hidden</p><b>It</b> <i>is</i> 9.4', 'It is 9.4'],
])('HTML as text: %s', async (markup, text) => {
  expect(await textOfHtml(markup)).toBe(text)
})

test('HTML that is nested deeper than that of any mail is not read, and takes no time', async () => {
  const begun = Date.now()
  for (const element of ['<div>', '<b a=1>', '<table><tr><td>', '<blockquote type=cite>'])
    expect(await textOfHtml(element.repeat(100_000))).toBeUndefined()
  expect(Date.now() - begun).toBeLessThan(5_000)
})
