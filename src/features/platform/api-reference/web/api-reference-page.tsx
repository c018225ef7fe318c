import { TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { readApiDescription } from '#features/platform/system/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconApi, IconFileCode, IconKey, IconKeyOff, IconSearch } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { apiReferencePath } from '../paths.ts'
import { useText } from '../texts.ts'
import { matching, operationsOf } from './api-description.ts'
import classes from './api-reference.module.css'
import { AuthorizeDialog } from './authorize-dialog.tsx'
import { useLabel } from './label.ts'
import { OperationMenu } from './operation-menu.tsx'
import { OperationView } from './operation-view.tsx'
import { useApiToken } from './use-api-token.ts'

/** Every endpoint of the portal: to find, read, copy and try. */
export function ApiReferencePage() {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const { operation: chosen } = useSearch({ strict: false }) as { operation?: string }
  const result = useQueryOf(readApiDescription, {})
  const operations = useMemo(() => operationsOf(result.data ?? {}), [result.data])
  const operation = operations.find(({ id }) => id === chosen)
  usePageLabel(label('page'), phone && operation ? { back: apiReferencePath() } : {})
  const alone = phone && operation
  const page = (
    <Page kind="fill">
      <PageHeader title={label('page')} note={t('note', { count: operations.length })} actions={<Actions />} />
      <div className={classes.reference}>
        {!alone && <Finder operations={operations} chosen={chosen} />}
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
  const found = matching(operations, words)
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
      ) : found.length > 0 ? (
        <OperationMenu operations={found} chosen={chosen} />
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
