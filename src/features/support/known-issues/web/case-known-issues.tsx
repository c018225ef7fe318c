import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { type Case, readCase } from '#features/support/cases/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconPlus, IconX } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  type KnownIssue,
  linkKnownIssue,
  listCaseKnownIssues,
  readEveryKnownIssue,
  readKnownIssues,
  unlinkKnownIssue,
} from '../contract.ts'
import { knownIssuePath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './case-known-issues.module.css'
import { FixedBadge, UnpublishedBadge } from './known-issue-badges.tsx'

const LinkByKey = lazyNamed(() => import('./link-by-key.tsx'), 'LinkByKey')

/** The known issues of a case: the linked ones, and possible matches. Vendor staff link and unlink. */
export function CaseKnownIssues({ found }: { found: Case }) {
  const mayRead = useAllows(readKnownIssues, found.account)
  return mayRead ? <Panel found={found} /> : null
}

function Panel({ found }: { found: Case }) {
  const t = useText()
  const mayLink = useAllows(readEveryKnownIssue, found.account) && found.actions.includes('edit')
  const [adding, setAdding] = useState(false)
  const { data } = useQueryOf(listCaseKnownIssues, { query: { issueKey: found.key } })
  const refreshes = [listCaseKnownIssues, readCase]
  const link = useMutationOf(linkKnownIssue, {
    refreshes,
    onSuccess: (_, { body }) => toast({ title: t('onCase.linked', { issue: body.key, key: found.key }) }),
  })
  const unlink = useMutationOf(unlinkKnownIssue, {
    refreshes,
    onSuccess: (_, sentInput) =>
      toast({ title: t('onCase.unlinked', { issue: sentInput.query?.key ?? '', key: found.key }) }),
  })
  if (!data || (!mayLink && data.linked.length === 0 && data.matching.length === 0)) return null
  const query = { issueKey: found.key }
  return (
    <section className={classes.panel} aria-label={t('onCase.title')}>
      <header>
        <h3>{t('onCase.title')}</h3>
        {mayLink && !adding && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('onCase.byKey')}
          </Button>
        )}
      </header>
      {adding && (
        <Suspense>
          <LinkByKey issueKey={found.key} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      <ul>
        {data.linked.map((issue) => (
          <KnownIssueLine
            key={issue.key}
            issue={issue}
            {...(mayLink
              ? { busy: unlink.isPending, onUnlink: () => unlink.mutate({ query: { ...query, key: issue.key } }) }
              : {})}
          />
        ))}
      </ul>
      {data.matching.length > 0 && (
        <>
          <h4>{t('onCase.suggested')}</h4>
          <ul>
            {data.matching.map((issue) => (
              <KnownIssueLine
                key={issue.key}
                issue={issue}
                {...(mayLink
                  ? { busy: link.isPending, onLink: () => link.mutate({ query, body: { key: issue.key } }) }
                  : {})}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

type Props = { issue: KnownIssue; busy?: boolean; onLink?: () => void; onUnlink?: () => void }

/** A known issue beside a case, with the button that links or unlinks it. */
function KnownIssueLine({ issue, busy = false, onLink, onUnlink }: Props) {
  const t = useText()
  return (
    <li className={classes.line}>
      <div className={classes.text}>
        <span className={classes.badges}>
          <FixedBadge {...issue} />
          <UnpublishedBadge {...issue} />
        </span>
        <Link to={knownIssuePath({ issueKey: issue.key })} className={classes.key} title={issue.title} translate="no">
          <code>{issue.key}</code> {issue.title}
        </Link>
      </div>
      {onLink && (
        <Button
          size="xs"
          variant="default"
          aria-label={`${t('onCase.link')} ${issue.key}`}
          loading={busy}
          onClick={onLink}
        >
          {t('onCase.link')}
        </Button>
      )}
      {onUnlink && (
        <IconButton size={24} aria-label={t('onCase.unlink', { key: issue.key })} loading={busy} onClick={onUnlink}>
          <IconX size={14} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}
