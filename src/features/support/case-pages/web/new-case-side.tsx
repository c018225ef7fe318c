import { useDebouncedValue } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { type Account, readSupportStats } from '#features/accounts/accounts/contract.ts'
import { openStatuses } from '#features/support/case-access/contract.ts'
import { findSimilarCases } from '#features/support/cases/contract.ts'
import type { LogFact } from '#features/support/log-triage/contract.ts'
import { LogFacts } from '#features/support/log-triage/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { useDraftText } from '#kit/web/form/use-draft-text.ts'
import {
  IconBell,
  IconClock,
  IconEye,
  IconMessagePlus,
  IconSparkles,
  IconTag,
  IconUser,
} from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { formatTimestamp } from '#kit/web/time/time.ts'
import { formatDuration } from '#kit/web/time/write-span.ts'
import { text, useText } from '../texts.ts'
import { CaseBadge } from './case-badge.tsx'
import { caseSuggestions } from './case-extensions.ts'
import { caseLink } from './case-scope.ts'
import { takePictureForNewCase } from './files-for-new-case.ts'
import { matchedParts } from './matched-parts.ts'
import classes from './new-case.module.css'
import type { NewCaseValues } from './new-case-values.ts'
import type { NewCaseForm } from './use-new-case.ts'
import { useWatch } from './use-watch.ts'

const LEAST_LETTERS = 3

/** Possible solutions while the case is typed, and what happens once it is filed. */
export function NewCaseSide({ form, account }: { form: NewCaseForm; account: Account | undefined }) {
  useHandedPicture(form, account?.name)
  const t = useText()
  const logs = form.files.filter(({ reading }) => reading !== null)
  const signatures = logs.flatMap(({ reading }) => reading?.signatures ?? []).map(({ signature }) => signature)
  const writtenText = `${form.values.subject} ${form.values.description}`.trim()
  // Signatures first: they say most of what is wrong.
  const typedText = `${[...new Set(signatures)].join(' ')} ${writtenText}`.trim().slice(0, 2000)
  const [text] = useDebouncedValue(typedText, 300)
  const isWanted = account !== undefined && text.length >= LEAST_LETTERS
  const result = useQueryOf(
    findSimilarCases,
    { query: { account: account?.name ?? '', text } },
    { enabled: isWanted, keep: true },
  )
  const similar = isWanted ? result.data?._embedded.issues : undefined
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
      {isWanted &&
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

/** Adds the picture that another page has handed over to the files of the form and to the end of its description. */
function useHandedPicture(form: NewCaseForm, account: string | undefined): void {
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  const { isRead } = form.draft
  useEffect(() => {
    // Not before the draft was read: it would have the picture among its files, too.
    if (!account || !isRead) return
    void takePictureForNewCase()?.then((picture) => {
      if (!picture) return
      latest.current.paste([picture], (address, text) => {
        const { values, set } = latest.current
        set({ description: `${values.description}\n\n![${text}](${address})` })
      })
    })
  }, [account, isRead])
}

/** Whether the form has the fact of a log. */
function isFactUsed(values: NewCaseValues, fact: LogFact): boolean {
  if (fact.fact === 'product') return values.product === (fact.product ?? fact.value)
  if (fact.fact === 'version') return values.productVersion === fact.value
  return values.description.includes(lineOf(fact))
}

/** The form with the facts: product and version in their fields, others as lines of the description. */
function withFacts(values: NewCaseValues, facts: readonly LogFact[]): Partial<NewCaseValues> {
  const changed = facts.reduce(withFact, values)
  const { product, productVersion, description } = changed
  return { product, productVersion, description }
}

function withFact(values: NewCaseValues, fact: LogFact): NewCaseValues {
  if (isFactUsed(values, fact)) return values
  if (fact.fact === 'product') return { ...values, product: fact.product ?? fact.value, productVersion: '' }
  if (fact.fact === 'version') return { ...values, product: fact.product ?? values.product, productVersion: fact.value }
  const description = values.description.trimEnd()
  return { ...values, description: `${description}${description === '' ? '' : '\n\n'}${lineOf(fact)}` }
}

function lineOf({ fact, value }: LogFact): string {
  return `${text(`new.fact.${fact as 'serial' | 'device' | 'modems'}`)}: ${value}`
}

type Similar = z.output<typeof findSimilarCases.reply>['_embedded']['issues'][number]

/** A case similar to the one being typed: what matches, how similar it is, and how to join it instead. */
function SimilarCase({ row, first, text }: { row: Similar; first: boolean; text: string }) {
  const t = useText()
  const navigate = useNavigate()
  const { toggle } = useWatch(row)
  const { setText } = useDraftText(`comment:${row.key}:customer`)
  const share = Math.round(row.likeness * 100)
  const add = () => {
    // The composer of that case opens with the text typed here.
    if (text.trim()) setText(text)
    void navigate({ to: caseLink(row) })
  }
  return (
    <article className={classes.case} aria-label={row.key}>
      <div className="row">
        <Link to={caseLink(row)} className={classes.key}>
          <code>{row.key}</code>
        </Link>
        <span className="end">
          <CaseBadge row={row} />
        </span>
      </div>
      <h3 className={classes.caseTitle}>
        <Highlighted text={row.subject} words={row.matched} />
      </h3>
      <div className="row">
        <span className={classes.caseNote}>
          {t('new.yours', { at: formatTimestamp(row.created), name: row.reporter.fullName })}
        </span>
        <span className={classes.likeness} title={t('new.likeness', { share })}>
          <i className={classes.track}>
            <i style={{ width: `${share}%` }} />
          </i>
          {share} %
        </span>
      </div>
      {first && openStatuses.includes(row.status) && (
        <div className={classes.caseActions}>
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconMessagePlus size={15} aria-hidden />}
            onClick={add}
          >
            {t('new.addTo')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-pressed={row.isWatchedByCurrentUser}
            leftSection={<IconEye size={15} aria-hidden />}
            onClick={toggle}
          >
            {t(row.isWatchedByCurrentUser ? 'new.watched' : 'new.watch')}
          </Button>
        </div>
      )}
    </article>
  )
}

/** A text with some words marked. */
function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
  return matchedParts(text, words).map((part) =>
    part.matched ? (
      <mark key={part.at} className={classes.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
