// A worker: reads log files one after the other, as asked, and posts what each holds, with the redacted copy.
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { compileRules, newFindings, readText, withSignatures } from './read-text.mjs'
import { changeTexts, formOf, Unreadable } from './unpack.mjs'

const pack = JSON.parse(readFileSync(new URL('./rule-pack.json', import.meta.url), 'utf8'))
const compiled = compileRules(pack)
parentPort.on('message', (asked) => parentPort.postMessage(resultOf(asked)))

function resultOf({ bytes: given, name, signatures }) {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.length)
  const form = formOf(bytes)
  try {
    return { form, ...readLog(bytes, name, signatures) }
  } catch (failure) {
    if (!(failure instanceof Unreadable)) throw failure
    return { form, unreadable: failure.reason }
  }
}

function readLog(bytes, name, signatures) {
  const findings = newFindings()
  const rules = withSignatures(compiled, signatures)
  const copy = changeTexts(name, bytes, (text, file) => readText(text, file, rules, findings))
  // A text in UTF-16 without secrets stays as it is.
  const { known, ...rest } = findings
  return { findings: rest, copy: Object.keys(findings.secrets).length > 0 ? copy : undefined }
}
