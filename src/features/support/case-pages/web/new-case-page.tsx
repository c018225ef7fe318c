import { useParams, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, Suspense, useState } from 'react'
import { readAccount } from '#features/accounts/accounts/contract.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import { newCaseKinds } from './case-extensions.ts'
import classes from './new-case.module.css'
import { NewCaseFields } from './new-case-fields.tsx'
import { NewCaseHead } from './new-case-head.tsx'
import { NewCaseKinds } from './new-case-kinds.tsx'
import type { CasePrefill } from './new-case-values.ts'
import { useNewCase } from './use-new-case.ts'

const NewCaseSide = lazyNamed(() => import('./new-case-side.tsx'), 'NewCaseSide')

/** Files a new case: the form at the left, possible solutions and the next steps at the right. */
export function NewCasePage() {
  const t = useText()
  const phone = useIsMobile()
  const here = useAccount()
  const { accountId } = useParams({ strict: false }) as { accountId?: string }
  const [picked, pick] = useState<AccountChoice | null>(null)
  const account = accountId ? here : (picked ?? (here as AccountChoice | null))
  const search = useSearch({ strict: false }) as { side?: string } & CasePrefill
  const internal = useAllows(seeInternal) && search.side === 'internal'
  const [chosen, choose] = useState('case')
  const kinds = internal ? [] : newCaseKinds()
  const other = kinds.find(({ id }) => id === chosen)
  const form = useNewCase(account?.name, { internal, serviceDown: !internal && chosen === 'down', prefill: search })
  const whole = useQueryOf(readAccount, { params: { id: account?.id ?? '' } }, { enabled: account !== null }).data
  useKeys([{ combo: 'mod+enter', label: t('new.file'), group: t('new.title'), run: () => other || form.file() }])
  const onKeyDown = (event: KeyboardEvent) => {
    if (other || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    form.file()
  }
  const kind = !internal && (
    <NewCaseKinds
      kinds={kinds}
      chosen={chosen}
      onChoose={choose}
      {...(other && !accountId ? { account, onPick: pick } : {})}
    />
  )
  if (other)
    return (
      <div className={classes.page}>
        <div className={classes.head}>
          <PageHeader title={t('new.title')} />
        </div>
        <div className={classes.fields}>
          {kind}
          <Suspense fallback={<LoadingRows rows={6} />}>
            <other.Form key={account?.id} account={account} />
          </Suspense>
        </div>
      </div>
    )
  return (
    <form
      className={classes.page}
      aria-label={t('new.title')}
      noValidate
      onKeyDownCapture={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        form.file()
      }}
    >
      <NewCaseHead form={form} internal={internal} />
      <div className={classes.columns}>
        <div className={classes.fields}>
          {kind}
          <NewCaseFields form={form} account={whole} choice={account} {...(accountId ? {} : { onPick: pick })} />
          {!phone && (
            <div className={classes.end}>
              <Button type="submit" loading={form.filing} rightSection={<Shortcut combo="mod+enter" />}>
                {t('new.file')}
              </Button>
            </div>
          )}
        </div>
        <aside className={classes.side} aria-label={t('new.similar')}>
          <Suspense fallback={<LoadingRows rows={3} />}>
            <NewCaseSide form={form} account={whole} />
          </Suspense>
        </aside>
      </div>
    </form>
  )
}
