import { Suspense, useState } from 'react'
import { Markdown } from '#kit/web/form/markdown.tsx'
import {
  IconDots,
  IconExternalLink,
  IconFileText,
  IconHistory,
  IconLock,
  IconPencil,
  IconUsers,
  IconWorld,
} from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { leavingAddress } from '#kit/web/links/leaving-address.ts'
import { ActionMenu } from '#kit/web/look/action-menu.tsx'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { BottomBar } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import type { WikiNode, WikiPage } from '../contract.ts'
import { useText } from '../texts.ts'
import { label } from './label.ts'
import classes from './wiki.module.css'

const MovePage = lazyNamed(() => import('./move-page.tsx'), 'MovePage')
const DeletePage = lazyNamed(() => import('./delete-page.tsx'), 'DeletePage')

/** A page to read, with what can be done with it. */
export function PageView(props: {
  page: WikiPage
  account: AccountChoice | null
  nodes: readonly WikiNode[]
  mayWrite: boolean
}) {
  const t = useText()
  const phone = useIsMobile()
  const { page, account, nodes } = props
  // A copy is changed in the system that has it.
  const mayWrite = props.mayWrite && page.source === null
  const { change } = useUrlQuery<'show' | 'parent'>()
  const [dialog, setDialog] = useState<'move' | 'delete'>()
  const show = (what: string) => change({ show: what }, 'step')
  useKeys(mayWrite ? [{ combo: 'e', label: t('edit'), group: label('wiki'), run: () => show('edit') }] : [])
  const actions = (
    <>
      <Button variant="default" leftSection={<IconHistory size={15} aria-hidden />} onClick={() => show('history')}>
        {t('history')}
      </Button>
      {mayWrite && (
        <ActionMenu
          inPage
          groups={[
            [
              { label: t('newSubpage'), run: () => change({ show: 'new', parent: page.id }, 'step') },
              { label: t('move'), run: () => setDialog('move') },
            ],
            [{ label: t('delete'), run: () => setDialog('delete') }],
          ]}
          face={(press) => (
            <Button
              variant="default"
              style={{ paddingInline: '0.5rem' }}
              aria-label={t('more')}
              aria-haspopup="menu"
              onClick={press}
            >
              <IconDots size={16} aria-hidden />
            </Button>
          )}
        />
      )}
      {mayWrite && (
        <Button
          leftSection={<IconPencil size={15} aria-hidden />}
          rightSection={!phone && <Shortcut combo="e" />}
          onClick={() => show('edit')}
        >
          {t('edit')}
        </Button>
      )}
    </>
  )
  return (
    <>
      <PageHeader title={page.title} actions={actions} />
      <PageFacts page={page} />
      <article className={classes.text} data-internal={page.audience === 'VENDOR' || undefined}>
        {page.body.trim() === '' ? (
          <EmptyState colour="light-grey" icon={<IconFileText size={20} aria-hidden />} title={t('blank')}>
            {t(mayWrite ? 'blankWriter' : 'blankReader')}
          </EmptyState>
        ) : (
          <Markdown text={page.body} />
        )}
      </article>
      <BottomBar>{actions}</BottomBar>
      <Suspense>
        {dialog === 'move' && <MovePage page={page} nodes={nodes} onClose={() => setDialog(undefined)} />}
        {dialog === 'delete' && (
          <DeletePage page={page} account={account} nodes={nodes} onClose={() => setDialog(undefined)} />
        )}
      </Suspense>
    </>
  )
}

/** Who reads the page, and who saved it when. */
function PageFacts({ page }: { page: WikiPage }) {
  const t = useText()
  const { trustedLinkHosts: trusted } = useMe()
  const { audience, account, accountDisplayName, updatedBy, updated, revision, source } = page
  return (
    <div className={classes.facts}>
      {audience === 'VENDOR' ? (
        <Badge colour="dark-yellow" icon={<IconLock size={13} aria-hidden />}>
          {t('readers.vendor')}
        </Badge>
      ) : account === null ? (
        <Badge colour="light-blue" icon={<IconWorld size={13} aria-hidden />}>
          {t('readers.shared')}
        </Badge>
      ) : (
        <Badge colour="light-grey" icon={<IconUsers size={13} aria-hidden />}>
          {t('readers.account', { account: accountDisplayName ?? account })}
        </Badge>
      )}
      {source && (
        <a className={classes.source} href={leavingAddress(source.url, { own: location.host, trusted }) ?? source.url}>
          {t('copyOf', { system: source.system })}
          <IconExternalLink size={13} aria-hidden />
        </a>
      )}
      <span className={classes.saved}>
        {updatedBy && <Avatar name={updatedBy} size={20} />}
        <span>
          {updatedBy && (
            <>
              <span translate="no">{updatedBy}</span>
              {' · '}
            </>
          )}
          <Age at={updated} />
          {` · ${t('version', { n: revision })}`}
        </span>
      </span>
    </div>
  )
}
