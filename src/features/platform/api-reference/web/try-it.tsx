import { FileInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { useText } from '../texts.ts'
import type { Operation } from './api-description.ts'
import classes from './api-reference.module.css'
import { addressOf, curlOf, emptyForm } from './request-of.ts'
import { type ShownResponse, sendCall } from './send-request.ts'
import { useApiToken } from './use-api-token.ts'

/** Fills in a call, shows it as a command line, and sends it. */
export function TryIt({ operation }: { operation: Operation }) {
  const t = useText()
  const { user } = useApiToken()
  const [filled, setFilled] = useState(() => emptyForm(operation))
  const [file, setFile] = useState<File | null>(null)
  // Headers are set for the caller, as by the portal's own pages.
  const parameters = operation.parameters.filter((one) => one.in !== 'header')
  const [all, setAll] = useState(parameters.length <= 6)
  const [busy, setBusy] = useState(false)
  const [response, setResponse] = useState<ShownResponse>()
  const shown = parameters.filter(({ required }) => all || required)
  const json = operation.body?.type.includes('json') ?? false
  const curl = curlOf(operation, filled, window.location.origin)
  const missing = parameters.some(({ name, required }) => required && !filled.parameters[name]?.trim())
  const flawed = json && !isJson(filled.body)
  const send = async () => {
    setBusy(true)
    const body = json ? filled.body : operation.body && file ? bytesOf(operation.body, file) : undefined
    setResponse(await sendCall(operation.method, addressOf(operation, filled), { body, type: operation.body?.type }))
    setBusy(false)
  }
  return (
    <Card title={t('tag.try')} note={user === null ? t('as') : t('asToken', { user })}>
      <div className={classes.try}>
        {shown.map(({ name, required = false }) => (
          <TextInput
            key={name}
            label={<code>{name}</code>}
            required={required}
            value={filled.parameters[name] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setFilled((before) => ({ ...before, parameters: { ...before.parameters, [name]: value } }))
            }
          />
        ))}
        {shown.length < parameters.length && (
          <Button variant="subtle" className={classes.wide} onClick={() => setAll(true)}>
            {t('allParameters', { count: parameters.length })}
          </Button>
        )}
        {json && (
          <Textarea
            className={classes.wide ?? ''}
            classNames={{ input: classes.json ?? '' }}
            label={t('body')}
            rows={Math.min(filled.body.split('\n').length + 1, 14)}
            spellCheck={false}
            value={filled.body}
            error={flawed && t('notJson')}
            onChange={({ currentTarget: { value } }) => setFilled((before) => ({ ...before, body: value }))}
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
            blocked={missing ? t('notYet.parameters') : flawed ? t('notJson') : undefined}
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
