import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { workOnRnd } from '#features/support/case-access/contract.ts'
import { useEveryOf } from '#kit/web/data/every.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { IconLock } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { IfAllowed } from '#kit/web/who/allowed.tsx'
import { addRndText, listRndTexts, type RndText } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './rnd-issue.module.css'

/** The R&D texts of an issue, newest first; R&D adds to them. */
export function RndTexts({ rndKey }: { rndKey: string }) {
  const t = useText()
  const query = useEveryOf<RndText>(listRndTexts, { query: { rndKey, size: 200 } })
  const never = (
    <Badge colour="purple" icon={<IconLock size={12} aria-hidden />}>
      {t('page.never')}
    </Badge>
  )
  return (
    <Card title={t('page.texts')} right={never}>
      <IfAllowed permission={workOnRnd}>
        <AddText rndKey={rndKey} />
      </IfAllowed>
      <QueryView query={query} rows={3} empty={<p>{t('page.noTexts')}</p>}>
        {(rows) => (
          <div className={classes.texts}>
            {rows.map((text) => (
              <article key={text.id} className={classes.text} aria-label={text.author.fullName}>
                <header>
                  <strong>{text.author.fullName}</strong>
                  <time dateTime={text.created}>{formatDateTime(text.created)}</time>
                </header>
                <Markdown text={text.body} />
              </article>
            ))}
          </div>
        )}
      </QueryView>
    </Card>
  )
}

function AddText({ rndKey }: { rndKey: string }) {
  const t = useText()
  const [body, setBody] = useState('')
  const [missing, setMissing] = useState(false)
  const add = useMutationOf(addRndText, {
    refreshes: [listRndTexts],
    onSuccess: () => {
      setBody('')
      toast({ title: t('page.added') })
    },
  })
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!body.trim()) return setMissing(true)
        add.mutate({ query: { rndKey }, body: { body } })
      }}
    >
      <Textarea
        autosize
        minRows={2}
        maxLength={32_767}
        label={t('page.write')}
        placeholder={t('page.placeholder')}
        value={body}
        error={missing && t('page.missing')}
        onChange={(event) => {
          setBody(event.currentTarget.value)
          setMissing(false)
        }}
      />
      <Button type="submit" variant="light" loading={add.isPending}>
        {t('page.add')}
      </Button>
    </form>
  )
}
