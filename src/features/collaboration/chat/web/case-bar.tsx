import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { IconHeadset, IconX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { fileMessages } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './chat.module.css'
import type { AnyMessage } from './face-calls.ts'

const priorities = ['LOW', 'MEDIUM', 'HIGH'] as const

/** Files a case from the selected messages, in one line. */
export function CaseBar(props: {
  channelId: string
  messages: readonly AnyMessage[]
  onOpen: (key: string) => void
  onFiled: () => void
  onClose: () => void
}) {
  const t = useText()
  const { channelId, messages, onOpen, onFiled, onClose } = props
  const [subject, setSubject] = useState(() => firstLine(messages[0]?.htmlBody ?? ''))
  const [priority, setPriority] = useState<(typeof priorities)[number]>('MEDIUM')
  const file = useMutationOf(fileMessages, {
    onSuccess: ({ caseKey }) => {
      toast({
        title: t('caseCreated', { key: caseKey }),
        action: { label: t('openCase'), run: () => onOpen(caseKey) },
      })
      onFiled()
    },
  })
  const files = messages.reduce((sum, { attachments }) => sum + attachments.length, 0)
  const title = t('newCase', {
    messages: t('countMessages', { count: messages.length }),
    files: t('countFiles', { count: files }),
  })
  const timestamps = messages.map(({ timestamp }) => timestamp)
  return (
    <form
      className={classes.caseBar}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        if (subject.trim())
          file.mutate({ params: { id: channelId }, body: { timestamps, subject: subject.trim(), priority } })
      }}
    >
      <header>
        <IconHeadset size={16} aria-hidden />
        <strong>{title}</strong>
        <IconButton size={28} aria-label={t('closeCase')} onClick={onClose}>
          <IconX size={16} aria-hidden />
        </IconButton>
      </header>
      <div className={classes.caseFields}>
        <TextInput
          aria-label={t('subject')}
          placeholder={t('subject')}
          maxLength={250}
          required
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        <Select
          aria-label={t('priority')}
          data={priorities.map((value) => ({ value, label: t(`priorities.${value}`) }))}
          value={priority}
          onChange={(value) => setPriority(priorities.find((one) => one === value) ?? 'MEDIUM')}
        />
        <Button type="submit" loading={file.isPending} blocked={subject.trim() ? undefined : t('notYet.subject')}>
          {t('createCase')}
        </Button>
      </div>
      <p className={classes.note}>
        {t('watch')} {t('stays')}
      </p>
    </form>
  )
}

function firstLine(body: string): string {
  return body
    .replace(/[\s`*_~#>[\]]+/g, ' ')
    .trim()
    .slice(0, 120)
}
