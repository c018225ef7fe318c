import { Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconTrash } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { previewDomainChange } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './domains-page.module.css'
import { sortPasted } from './sort-pasted.ts'

/**
 * A list of domains: pasted in bulk, valid and invalid separated, removed one by one. A change that shuts users out is
 * previewed.
 */
export function DomainList(props: {
  domains: readonly string[]
  account?: string
  /** Shown beside a domain of the list. */
  beside?: (domain: string) => ReactNode
  /** The change that shuts users out here. */
  previews: 'add' | 'remove'
  add: (domain: string) => Promise<unknown>
  remove: (domain: string) => Promise<unknown>
}) {
  const t = useText()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState<string>()
  const { good, known: knownDomains, bad } = sortPasted(text, props.domains)
  async function addAll() {
    setBusy(true)
    try {
      for (const domain of good) await props.add(domain)
      toast({ title: t('add.added', { count: good.length }) })
      setText(bad.join('\n'))
    } catch {
      // The shared toast has named the rejected domain; those already added are shown as known.
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={classes.page}>
      {props.domains.length === 0 && <p className={classes.none}>{t('page.none')}</p>}
      <ul className={classes.domains}>
        {props.domains.map((domain) => (
          <li key={domain}>
            <code>{domain}</code>
            {props.beside?.(domain)}
            <IconButton
              size={28}
              aria-label={t('page.remove', { domain })}
              onClick={() => (props.previews === 'remove' ? setRemoving(domain) : void props.remove(domain))}
            >
              <IconTrash size={15} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <Textarea
        label={t('add.label')}
        description={t('add.hint')}
        rows={3}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {bad.length > 0 && (
        <p className={classes.bad} role="alert">
          {t('add.bad')} {bad.join(', ')}
        </p>
      )}
      {knownDomains.length > 0 && (
        <p className={classes.none}>
          {t('add.known')} {knownDomains.join(', ')}
        </p>
      )}
      {props.previews === 'add' && good.map((domain) => <UsersOfAddedDomain key={domain} domain={domain} />)}
      <div className={classes.actions}>
        <Button disabled={good.length === 0} loading={busy} onClick={() => void addAll()}>
          {good.length === 0 ? t('add.nothing') : t('add.add', { count: good.length })}
        </Button>
      </div>
      {removing && (
        <Confirm
          opened
          title={t('page.removeTitle', { domain: removing })}
          action={t('page.removeButton')}
          colour="red"
          onClose={() => setRemoving(undefined)}
          onConfirm={() => void props.remove(removing).then(() => setRemoving(undefined))}
        >
          <UsersOfRemovedDomain domain={removing} account={props.account} />
        </Confirm>
      )}
    </div>
  )
}

function UsersOfRemovedDomain({ domain, account }: { domain: string; account?: string | undefined }) {
  const t = useText()
  const { data } = useQueryOf(previewDomainChange, { query: { domain, ...(account ? { account } : {}) } })
  return <p>{data && t('page.affected', { count: data.users })}</p>
}

function UsersOfAddedDomain({ domain }: { domain: string }) {
  const t = useText()
  const { data } = useQueryOf(previewDomainChange, { query: { domain } })
  if (!data || data.users === 0) return null
  return (
    <p className={classes.none}>
      <code>{domain}</code>: {t('add.touched', { count: data.users })}
    </p>
  )
}
