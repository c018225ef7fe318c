import { PasswordInput, TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { readApiDescription } from '#features/platform/system/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconApi, IconFileCode, IconKey, IconKeyOff, IconSearch } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useMe } from '#kit/web/who/me.tsx'
import { apiReferencePath } from '../paths.ts'
import { useText } from '../texts.ts'
import { matching, type Operation, operationsOf } from './api-description.ts'
import classes from './api-reference.module.css'
import { useLabel } from './label.ts'
import { Method, OperationMenu } from './operation-menu.tsx'
import { schemaLines } from './schema-lines.ts'
import { SchemaTable } from './schema-table.tsx'
import { TryIt } from './try-it.tsx'
import { useApiToken } from './use-api-token.ts'

/** Every endpoint of the portal: to find, read, copy and try. */
export function ApiReferencePage() {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const { operation: chosenId } = useSearch({ strict: false }) as { operation?: string }
  const result = useQueryOf(readApiDescription, {})
  const operations = useMemo(() => operationsOf(result.data ?? {}), [result.data])
  const operation = operations.find(({ id }) => id === chosenId)
  usePageLabel(label('page'), phone && operation ? { back: apiReferencePath() } : {})
  const alone = phone && operation
  const page = (
    <Page kind="fill">
      <PageHeader title={label('page')} note={t('note', { count: operations.length })} actions={<Actions />} />
      <div className={classes.reference}>
        {!alone && <Finder operations={operations} chosen={chosenId} />}
        {(!phone || operation) && (
          <div className={classes.detail} key={operation?.id}>
            {operation ? (
              <OperationView operation={operation} />
            ) : (
              <EmptyState colour="blue" icon={<IconApi size={22} aria-hidden />} title={t('choose')}>
                {t('chooseText')}
              </EmptyState>
            )}
          </div>
        )}
      </div>
    </Page>
  )
  return (
    <QueryView query={result} loading={page}>
      {() => page}
    </QueryView>
  )
}

function Finder({ operations, chosen }: { operations: ReturnType<typeof operationsOf>; chosen: string | undefined }) {
  const t = useText()
  const label = useLabel()
  const field = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')
  useKeys([{ combo: '/', label: t('search'), group: label('page'), run: () => field.current?.focus() }])
  const foundOperations = matching(operations, words)
  return (
    <div className={classes.finder}>
      <TextInput
        ref={field}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={15} aria-hidden />}
        rightSection={<Shortcut combo="/" />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {operations.length === 0 ? (
        <LoadingRows rows={12} />
      ) : foundOperations.length > 0 ? (
        <OperationMenu operations={foundOperations} chosen={chosen} />
      ) : (
        <EmptyState colour="grey" icon={<IconSearch size={22} aria-hidden />} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      )}
    </div>
  )
}

function Actions() {
  const t = useText()
  const { user, takeOut } = useApiToken()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="default"
        href={readApiDescription.url}
        target="_blank"
        leftSection={<IconFileCode size={15} aria-hidden />}
      >
        {t('description')}
      </Button>
      {user === null ? (
        <Button leftSection={<IconKey size={15} aria-hidden />} onClick={() => setAsking(true)}>
          {t('authorize')}
        </Button>
      ) : (
        <Button
          color="orange"
          leftSection={<IconKeyOff size={15} aria-hidden />}
          title={t('authorized')}
          onClick={takeOut}
        >
          {t('takeOut')}
        </Button>
      )}
      {asking && <AuthorizeDialog onClose={() => setAsking(false)} />}
    </>
  )
}

/** Takes an API token for the calls of this tab. */
function AuthorizeDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const me = useMe()
  const { use } = useApiToken()
  const [user, setUser] = useState(me.username)
  const [token, setToken] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    use(user, token)
    onClose()
  }
  return (
    <Modal
      opened
      centered
      title={t('authorizeTitle')}
      size={440}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('back') }}
    >
      <form className={classes.authorize} onSubmit={submit}>
        <p>{t('authorizeText')}</p>
        <TextInput
          type="email"
          required
          label={t('user')}
          value={user}
          onChange={(event) => setUser(event.currentTarget.value)}
        />
        <PasswordInput
          required
          data-autofocus
          label={t('token')}
          autoComplete="off"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <Button type="submit" blocked={user.trim() && token.trim() ? undefined : t('notYet.user')}>
          {t('use')}
        </Button>
      </form>
    </Modal>
  )
}

/** One endpoint in full: what it needs, its parameters, responses and errors, and a form to send it. */
function OperationView({ operation }: { operation: Operation }) {
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
