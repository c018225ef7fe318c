import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import {
  announcementTypes,
  type BindableEvent,
  isRecipientVariable,
  listTemplates,
  mailOnlyEvents,
  placeholdersOf,
  type Template,
} from '#features/messaging/templates/contract.ts'
import { jointQuery } from '#kit/web/data/joint-query.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import type { Category } from '../contract/announcement.ts'
import type { TemplateBinding, TemplateBindings } from '../contract/binding.ts'
import { listCategories, listTemplateBindings, setTemplateBindings } from '../contract.ts'
import { useText } from '../texts.ts'
import { categoryName } from './category-name.ts'
import classes from './editor.module.css'
import { useLabel } from './label.ts'

const MOST = 200
const select = { withScrollArea: false, comboboxProps: { withinPortal: false } } as const

/** The events that have mails of their own, with the text of the template. */
const mailedEvents: readonly BindableEvent[] = ['CASE_UPDATED', 'OUTAGE_OPENED', 'OUTAGE_CLOSED', 'RELEASE_DELIVERED']

/** The events that make announcements by themselves, each with its template. */
export function BindingsPage() {
  const label = useLabel()
  const query = jointQuery({
    bindings: useQueryOf(listTemplateBindings, {}),
    templates: useQueryOf(listTemplates, { query: { enabled: true, size: MOST } }),
    categories: useQueryOf(listCategories, {}),
  })
  return (
    <QueryView
      page
      query={query}
      loading={
        <Page kind="form">
          <PageHeader title={label('events')} />
          <LoadingRows rows={6} />
        </Page>
      }
    >
      {({ bindings, templates, categories }) => (
        <Bindings
          key={bindings.version}
          stored={bindings}
          templates={templates._embedded.templates}
          categories={categories._embedded.categories}
        />
      )}
    </QueryView>
  )
}

function Bindings(props: {
  stored: TemplateBindings
  templates: readonly Template[]
  categories: readonly Category[]
}) {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const { stored: storedBindings, templates, categories } = props
  const [bindings, setBindings] = useState<readonly TemplateBinding[]>(storedBindings.bindings)
  const save = useMutationOf(setTemplateBindings, {
    refreshes: [listTemplateBindings, listTemplates],
    onSuccess: () => toast({ title: t('events.saved') }),
  })
  const change = (event: BindableEvent, changes: Partial<TemplateBinding> | null) => {
    const others = bindings.filter((one) => one.event !== event)
    const usual = {
      event,
      templateId: '',
      type: 'info' as const,
      categoryId: categories[0]?.id ?? '',
      emailCopy: false,
      announce: true,
    }
    const before = bindings.find((one) => one.event === event) ?? usual
    setBindings(changes ? [...others, { ...before, ...changes }] : others)
  }
  const button = (
    <Button
      loading={save.isPending}
      disabled={bindings === storedBindings.bindings}
      onClick={() => save.mutate({ body: { bindings: [...bindings] }, version: storedBindings.version })}
    >
      {t('events.save')}
    </Button>
  )
  return (
    <Page kind="form">
      <PageHeader title={label('events')} note={t('events.note')} actions={button} />
      {storedBindings.events.map(({ event, variables }) => (
        <EventCard
          key={event}
          event={event}
          binding={bindings.find((one) => one.event === event)}
          templates={templates.filter((template) => fits(template, variables))}
          categories={categories}
          onChange={(changes) => change(event, changes)}
        />
      ))}
      {phone && <BottomBar>{button}</BottomBar>}
    </Page>
  )
}

function EventCard(props: {
  event: BindableEvent
  binding: TemplateBinding | undefined
  templates: readonly Template[]
  categories: readonly Category[]
  onChange: (changes: Partial<TemplateBinding> | null) => void
}) {
  const t = useText()
  const { event, binding, templates, categories, onChange } = props
  return (
    <Card title={t(`events.${event}`)} note={t(`events.to.${event}`)}>
      <div className="form-fields">
        <Select
          {...select}
          clearable
          searchable
          label={t('template.label')}
          placeholder={t('events.none')}
          data={templates.map(({ id, name }) => ({ value: id, label: name }))}
          value={binding?.templateId ?? null}
          onChange={(templateId) => onChange(templateId ? { templateId } : null)}
        />
        {binding && !mailOnlyEvents.includes(event) && (
          <>
            <Select
              {...select}
              allowDeselect={false}
              label={t('edit.kind')}
              data={announcementTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
              value={binding.type}
              onChange={(type) => type && onChange({ type: type as TemplateBinding['type'] })}
            />
            <Select
              {...select}
              allowDeselect={false}
              label={t('edit.category')}
              data={categories.map((category) => ({ value: category.id, label: categoryName(category) }))}
              value={binding.categoryId}
              onChange={(categoryId) => categoryId && onChange({ categoryId })}
            />
            <div className={classes.boxes}>
              {mailedEvents.includes(event) && (
                <Checkbox
                  label={t('events.announce')}
                  description={t('events.announceNote')}
                  checked={binding.announce !== false}
                  onChange={({ currentTarget }) => onChange({ announce: currentTarget.checked })}
                />
              )}
              <Checkbox
                disabled={binding.announce === false}
                label={t('edit.email')}
                checked={binding.emailCopy}
                onChange={({ currentTarget }) => onChange({ emailCopy: currentTarget.checked })}
              />
            </div>
          </>
        )}
      </div>
    </Card>
  )
}

/** Whether the event gives every value of the template, and no author has to enter one. */
function fits(template: Template, variables: readonly string[]): boolean {
  const isGiven = (name: string) => isRecipientVariable(name) || variables.includes(name) || !name.includes('.')
  return (
    placeholdersOf(template).every(({ name }) => isGiven(name)) && !template.userInputs.some(({ required }) => required)
  )
}
