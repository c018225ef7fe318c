import { Popover, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import type { Case } from '#features/support/cases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconSearch } from '#kit/web/icons/icons.generated.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { fillReply, listSavedReplies, manageSavedReplies, type ReplyVariable } from '../contract.ts'
import { savedRepliesPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './insert-reply.module.css'
import type { InsertReplyProps } from './insert-reply-props.ts'

/** The saved replies in a popover of their button. */
export function ReplyPopover({ found, onOpen, onInsert, children }: InsertReplyProps & { children: ReactNode }) {
  const t = useText()
  return (
    <Popover opened onChange={onOpen} position="top-end" width={420} trapFocus returnFocus>
      <Popover.Target>
        <span>{children}</span>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('insert.title')} className={classes.drop ?? ''}>
        <ReplyChoice found={found} onInsert={onInsert} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Chooses a saved reply by its words: arrows move, Enter inserts. */
function ReplyChoice({ found, onInsert }: { found: Case; onInsert: (text: string) => void }) {
  const t = useText()
  const me = useMe()
  const mayManage = useAllows(manageSavedReplies)
  const id = useId()
  const [words, setWords] = useState('')
  const [index, setIndex] = useState(0)
  const query = useQueryOf(listSavedReplies, {})
  const replies = query.data?._embedded.savedReplies ?? []
  const wanted = words.trim().toLowerCase().split(/\s+/)
  const matching = replies.filter(({ name, body }) =>
    wanted.every((word) => `${name} ${body}`.toLowerCase().includes(word)),
  )
  const active = Math.min(index, matching.length - 1)
  const texts = (body: string) => fillReply(body, valuesOf(found, me.fullName))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setIndex(Math.max(0, Math.min(matching.length - 1, active + step)))
    else if (event.key === 'Enter' && matching[active]) onInsert(texts(matching[active].body))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={matching[active] && `${id}-${matching[active].id}`}
        aria-label={t('insert.search')}
        placeholder={t('insert.search')}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={words}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setWords(event.currentTarget.value)
          setIndex(0)
        }}
      />
      <QueryView query={query} rows={3}>
        {() =>
          matching.length === 0 && (
            <p className={classes.none}>{t(replies.length === 0 ? 'insert.empty' : 'insert.none')}</p>
          )
        }
      </QueryView>
      <div id={id} role="listbox" aria-label={t('insert.title')} className={classes.list} translate="no">
        {matching.map((reply, at) => (
          <div
            key={reply.id}
            id={`${id}-${reply.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className={classes.option}
            onMouseMove={() => setIndex(at)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onInsert(texts(reply.body))}
            onKeyDown={onKeyDown}
          >
            <strong>{reply.name}</strong>
            <span>{texts(reply.body)}</span>
          </div>
        ))}
      </div>
      <div className={classes.foot}>
        <span>{t('insert.keys')}</span>
        {mayManage && <Link to={savedRepliesPath()}>{t('insert.manage')}</Link>}
      </div>
    </>
  )
}

/** The values of the variables in a case; null where it has none. */
function valuesOf(found: Case, writer: string): Record<ReplyVariable, string | null> {
  return {
    'case.key': found.key,
    'case.subject': found.subject,
    'case.reporter': found.reporter.fullName,
    'case.assignee': found.assignee?.fullName ?? null,
    'case.product': found.product,
    'case.version': found.productVersion,
    'account.name': found.accountDisplayName,
    'user.name': writer,
  }
}
