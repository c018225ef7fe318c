import { useDebouncedValue } from '@mantine/hooks'
import { Suspense } from 'react'
import { type Account, readSupportStats } from '#features/accounts/accounts/contract.ts'
import { findSimilarCases } from '#features/support/cases/contract.ts'
import { LogFacts } from '#features/support/log-triage/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconBell, IconClock, IconSparkles, IconTag, IconUser } from '#kit/web/icons/icons.generated.ts'
import { formatDuration } from '#kit/web/time/write-span.ts'
import { useText } from '../texts.ts'
import { caseSuggestions } from './case-extensions.ts'
import { isFactUsed, withFacts } from './log-facts-in-form.ts'
import classes from './new-case.module.css'
import { SimilarCase } from './similar-case.tsx'
import { useHandedPicture } from './use-handed-picture.ts'
import type { NewCaseForm } from './use-new-case.ts'

const LEAST_LETTERS = 3

/** Possible solutions while the case is typed, and what happens once it is filed. */
export function NewCaseSide({ form, account }: { form: NewCaseForm; account: Account | undefined }) {
  useHandedPicture(form, account?.name)
  const t = useText()
  const logs = form.files.filter(({ reading }) => reading !== null)
  const signatures = logs.flatMap(({ reading }) => reading?.signatures ?? []).map(({ signature }) => signature)
  const written = `${form.values.subject} ${form.values.description}`.trim()
  // Signatures first: they say most of what is wrong.
  const typed = `${[...new Set(signatures)].join(' ')} ${written}`.trim().slice(0, 2000)
  const [text] = useDebouncedValue(typed, 300)
  const wanted = account !== undefined && text.length >= LEAST_LETTERS
  const result = useQueryOf(
    findSimilarCases,
    { query: { account: account?.name ?? '', text } },
    { enabled: wanted, keep: true },
  )
  const similar = wanted ? result.data?._embedded.issues : undefined
  return (
    <>
      {logs.length > 0 && (
        <Suspense>
          <LogFacts
            logs={logs}
            isUsed={(fact) => isFactUsed(form.values, fact)}
            onUse={(facts) => form.set(withFacts(form.values, facts))}
          />
        </Suspense>
      )}
      <div className={classes.sideHead}>
        <IconSparkles size={17} aria-hidden />
        <h2>{t('new.similar')}</h2>
        <span className={classes.extra}>{t('new.asYouType')}</span>
      </div>
      {!similar && <p className={classes.quiet}>{t('new.similarNone')}</p>}
      {similar?.length === 0 && <p className={classes.quiet}>{t('new.similarEmpty')}</p>}
      <ul className={classes.similar} aria-live="polite">
        {similar?.slice(0, 4).map((row, index) => (
          <li key={row.key}>
            <SimilarCase row={row} first={index === 0} text={form.values.description} />
          </li>
        ))}
      </ul>
      {wanted &&
        caseSuggestions().map(({ id, Suggestion }) => (
          <Suspense key={id}>
            <Suggestion
              account={account.name}
              text={text}
              product={form.values.product}
              productVersion={form.values.productVersion}
            />
          </Suspense>
        ))}
      {account && <NextSteps account={account} addressees={form.values.addressees} />}
    </>
  )
}

function NextSteps({ account, addressees }: { account: Account; addressees: readonly string[] }) {
  const t = useText()
  const stats = useQueryOf(readSupportStats, { query: { accountName: account.name } }).data?._embedded.stats[0]
  const response = formatDuration(stats?.medianFirstResponseMinutes)
  return (
    <div className={classes.next}>
      <h3>{t('new.next')}</h3>
      <ul>
        <li>
          <IconTag size={16} aria-hidden /> {t('new.nextKey', { project: account.projectKey })}
        </li>
        {response && (
          <li>
            <IconClock size={16} aria-hidden /> {t('new.nextResponse', { time: response })}
          </li>
        )}
        {account.csm && (
          <li>
            <IconUser size={16} aria-hidden /> {t('new.nextCsm', { name: account.csm.fullName })}
          </li>
        )}
        <li>
          <IconBell size={16} aria-hidden />{' '}
          {addressees.length > 0 ? t('new.nextNotified', { count: addressees.length }) : t('new.nextYou')}
        </li>
      </ul>
    </div>
  )
}
