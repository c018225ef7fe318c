import { FileInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Method } from '#kit/contract/endpoint.ts'
import { requestHeaders } from '#kit/web/data/request-headers.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { useText } from '../texts.ts'
import type { Operation } from './api-description.ts'
import classes from './api-reference.module.css'
import { exampleOf } from './schema-lines.ts'
import { useApiToken } from './use-api-token.ts'

/** Fills in a call, shows it as a command line, and sends it. */
export function TryIt({ operation }: { operation: Operation }) {
  const t = useText()
  const { user } = useApiToken()
  const [callForm, setCallForm] = useState(() => emptyForm(operation))
  const [file, setFile] = useState<File | null>(null)
  // Headers are set for the caller, as by the portal's own pages.
  const parameters = operation.parameters.filter((one) => one.in !== 'header')
  const [all, setAll] = useState(parameters.length <= 6)
  const [busy, setBusy] = useState(false)
  const [response, setResponse] = useState<ShownResponse>()
  const shownParameters = parameters.filter(({ required }) => all || required)
  const json = operation.body?.type.includes('json') ?? false
  const curl = curlOf(operation, callForm, window.location.origin)
  const missing = parameters.some(({ name, required }) => required && !callForm.parameters[name]?.trim())
  const isFlawed = json && !isJson(callForm.body)
  const send = async () => {
    setBusy(true)
    const body = json ? callForm.body : operation.body && file ? bytesOf(operation.body, file) : undefined
    setResponse(await sendCall(operation.method, addressOf(operation, callForm), { body, type: operation.body?.type }))
    setBusy(false)
  }
  return (
    <Card title={t('tag.try')} note={user === null ? t('as') : t('asToken', { user })}>
      <div className={classes.try}>
        {shownParameters.map(({ name, required = false }) => (
          <TextInput
            key={name}
            label={<code>{name}</code>}
            required={required}
            value={callForm.parameters[name] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setCallForm((before) => ({ ...before, parameters: { ...before.parameters, [name]: value } }))
            }
          />
        ))}
        {shownParameters.length < parameters.length && (
          <Button variant="subtle" className={classes.wide} onClick={() => setAll(true)}>
            {t('allParameters', { count: parameters.length })}
          </Button>
        )}
        {json && (
          <Textarea
            className={classes.wide ?? ''}
            classNames={{ input: classes.json ?? '' }}
            label={t('body')}
            rows={Math.min(callForm.body.split('\n').length + 1, 14)}
            spellCheck={false}
            value={callForm.body}
            error={isFlawed && t('notJson')}
            onChange={({ currentTarget: { value } }) => setCallForm((before) => ({ ...before, body: value }))}
          />
        )}
        {operation.body && !json && <FileInput label={t('body')} value={file} onChange={setFile} />}
        <div className={classes.wide}>
          <Textarea
            readOnly
            classNames={{ input: classes.json ?? '' }}
            label={
              <span className={classes.codeLabel}>
                {t('example')} <CopyButton value={curl} label={t('copyExample')} />
              </span>
            }
            rows={curl.split('\n').length + 1}
            value={curl}
          />
        </div>
        <div className={classes.send}>
          <Button
            color={operation.method === 'GET' ? 'blue' : 'orange'}
            loading={busy}
            blocked={missing ? t('notYet.parameters') : isFlawed ? t('notYet.body') : undefined}
            onClick={() => void send()}
          >
            {t(operation.method === 'GET' ? 'send' : 'sendWrite')}
          </Button>
          {response && (
            <span role="status" data-ok={response.ok || undefined} className={classes.status}>
              {response.status === 0
                ? t('failed')
                : t('sent', { status: response.status, milliseconds: response.milliseconds })}
            </span>
          )}
        </div>
        {response && response.text !== '' && (
          <Textarea
            readOnly
            className={classes.wide ?? ''}
            classNames={{ input: classes.json ?? '' }}
            aria-label={t('reply')}
            rows={Math.min(response.text.split('\n').length + 1, 24)}
            value={response.text}
          />
        )}
      </div>
    </Card>
  )
}

function bytesOf({ type, schema }: NonNullable<Operation['body']>, file: File): FormData | File {
  if (!type.startsWith('multipart/')) return file
  const form = new FormData()
  if (schema.properties?.request) form.append('request', new Blob(['{}'], { type: 'application/json' }))
  form.append('file', file, file.name)
  return form
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The response; status 0 without one. */
type ShownResponse = {
  readonly status: number
  readonly ok: boolean
  readonly milliseconds: number
  readonly text: string
}

/** Characters of a response shown at most. */
const LONGEST = 100_000

/** Sends a call as written, so that its error responses are shown unchanged. */
async function sendCall(
  method: string,
  address: string,
  { body, type }: { body: string | FormData | File | undefined; type?: string | undefined },
): Promise<ShownResponse> {
  const headers = requestHeaders(method as Method)
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', type ?? 'application/json')
  const began = performance.now()
  try {
    const response = await fetch(address, { method, headers, body: body ?? null })
    const text = await response.text()
    const milliseconds = Math.round(performance.now() - began)
    return { status: response.status, ok: response.ok, milliseconds, text: pretty(text).slice(0, LONGEST) }
  } catch {
    return { status: 0, ok: false, milliseconds: 0, text: '' }
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The form values of a call: its parameters by name, and its body as text. */
type FormValues = { readonly parameters: Readonly<Record<string, string>>; readonly body: string }

/** The initial form: required parameters are empty, a body is an example. */
function emptyForm({ body }: Operation): FormValues {
  return { parameters: {}, body: body?.type.includes('json') ? JSON.stringify(exampleOf(body.schema), null, 2) : '' }
}

/** Path and query of the call; an empty parameter stays a `{name}` in the path and is left out of the query. */
function addressOf({ path, parameters }: Operation, filled: FormValues): string {
  const query = new URLSearchParams()
  for (const { name, in: place, schema } of parameters) {
    const value = filled.parameters[name]?.trim()
    if (!value || place !== 'query') continue
    for (const one of schema.type === 'array' && name === 'sort' ? value.split(';') : [value]) query.append(name, one)
  }
  const filledPath = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = filled.parameters[name]?.trim()
    return value ? encodeURIComponent(value) : whole
  })
  return query.size > 0 ? `${filledPath}?${query}` : filledPath
}

/** The call as a curl command line, with a token in place of the session. */
function curlOf(operation: Operation, filled: FormValues, origin: string): string {
  const { method, body } = operation
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + addressOf(operation, filled))}`]
  parts.push(`-H 'authorization: Bearer YOUR-TOKEN'`)
  if (body?.type.includes('json'))
    parts.push(`-H 'content-type: application/json'`, `--data ${quoted(compact(filled.body))}`)
  else if (body) parts.push(`-F 'file=@FILE'`)
  return parts.join(' \\\n  ')
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

/** A word of a shell, quoted to be taken literally. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
