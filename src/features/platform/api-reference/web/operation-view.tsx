import { Card } from '#kit/web/look/card.tsx'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { useText } from '../texts.ts'
import type { Operation } from './api-description.ts'
import classes from './api-reference.module.css'
import { Method } from './operation-menu.tsx'
import { schemaLines } from './schema-lines.ts'
import { SchemaTable } from './schema-table.tsx'
import { TryIt } from './try-it.tsx'

/** One endpoint in full: what it needs, its parameters, responses and errors, and a form to send it. */
export function OperationView({ operation }: { operation: Operation }) {
  const t = useText()
  const { method, path, parameters, body, reply, errors } = operation
  const places = new Map(parameters.map((one) => [one.name, one.in]))
  const lines = parameters.map(({ name, required = false, schema }) => ({
    path: name,
    name,
    depth: 0,
    required,
    schema,
  }))
  const replyLines = reply.schema ? schemaLines(reply.schema) : []
  return (
    <article className={classes.operation} aria-label={operation.summary}>
      <header>
        <h2>{operation.summary}</h2>
        <p className={classes.path}>
          <Method method={method} />
          <code>{path}</code>
          <CopyButton value={path} label={t('copyPath')} />
        </p>
        <p className={classes.needs}>{operation.needs}</p>
      </header>
      <TryIt key={operation.id} operation={operation} />
      {lines.length > 0 && (
        <Card title={t('parameters')} flush>
          <SchemaTable label={t('parameters')} lines={lines} places={places} />
        </Card>
      )}
      {body && (
        <Card title={t('body')} note={<code>{body.type}</code>} flush={isJson(body.type)}>
          {isJson(body.type) ? <SchemaTable label={t('body')} lines={schemaLines(body.schema)} /> : t('multipart')}
        </Card>
      )}
      <Card
        title={t('reply')}
        note={<code>{`${reply.status} ${reply.type ?? ''}`}</code>}
        flush={replyLines.length > 0}
      >
        {replyLines.length > 0 ? (
          <SchemaTable label={t('reply')} lines={replyLines} />
        ) : (
          t(reply.type && !isJson(reply.type) ? 'bytes' : 'nothing')
        )}
      </Card>
      {errors.length > 0 && (
        <Card title={t('errors')} note={t('errorsNote')} flush>
          <ul className={classes.errors}>
            {errors.map(({ status, code, words }) => (
              <li key={code}>
                <code>{status}</code>
                <span>
                  <code>{code}</code>
                  <span>{words}</span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </article>
  )
}

function isJson(type: string): boolean {
  return type.includes('json')
}
