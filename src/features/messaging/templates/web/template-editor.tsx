import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Field } from '#kit/web/form/field.tsx'
import { useContractForm } from '#kit/web/form/use-contract-form.ts'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { TwoColumnLayout } from '#kit/web/look/with-side.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { checkTemplate, placeholdersOf } from '../contract/check-template.ts'
import { deliveryMethods } from '../contract/message-enums.ts'
import { type InputValues, type Template, templateFields } from '../contract/template.ts'
import { listBackendVariables } from '../contract.ts'
import { templatesPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './editor.module.css'
import { EditorActions } from './editor-actions.tsx'
import { TemplateErrors } from './template-errors.tsx'
import { TemplatePreviewCard } from './template-preview.tsx'
import { TemplateState } from './template-state.tsx'
import { type TemplateValues, templateBody, templateValues } from './template-values.ts'
import { UserInputsCard } from './user-inputs-card.tsx'
import { VariableField } from './variable-field.tsx'
import type { Variable } from './variable-menu.tsx'
import { VariablesCard } from './variables-card.tsx'

const { name, title, content } = templateFields
const requiredFields = z.object({ name, title, content })

/** The form of a template beside its inputs, its variables and its preview. The input of a new one survives a reload. */
export function TemplateEditor({ stored }: { stored: Template | undefined }) {
  const t = useText()
  const navigate = useNavigate()
  const phone = useIsMobile()
  const form = useContractForm<TemplateValues>(
    requiredFields,
    templateValues(stored),
    stored ? {} : { draft: 'new-template' },
  )
  const [inputs, setInputs] = useState<InputValues>({})
  const { values, errors } = form
  const body = templateBody(values)
  const flaws = checkTemplate(body)
  const usedPlaceholders = placeholdersOf(body)
  const uses = new Map<string, number>()
  for (const { name: variable } of usedPlaceholders) uses.set(variable, (uses.get(variable) ?? 0) + 1)
  const variables = useVariables(values)
  const flawsOf = (field: string) => flaws.filter((flaw) => flaw.field === field)
  const heading = stored?.name ?? t('edit.new')
  const announcements = stored?.announcements ?? 0
  const note =
    announcements > 0
      ? t('edit.usedBy', { announcements: announcements.toLocaleString('en-GB'), count: announcements })
      : undefined
  const actions = (
    <EditorActions
      form={form}
      stored={stored}
      errors={flaws.length}
      onGone={() => void navigate({ to: templatesPath() })}
    />
  )
  const size = new TextEncoder().encode(values.content).length / 1024
  return (
    <Page kind="fill">
      <PageHeader
        title={heading}
        badges={<TemplateState enabled={stored?.enabled ?? true} />}
        note={note}
        actions={actions}
      />
      <TwoColumnLayout
        wide
        label={heading}
        sideLabel={t('preview.title')}
        tabs={null}
        side={
          <>
            <UserInputsCard
              inputs={values.userInputs}
              uses={uses}
              values={inputs}
              onValues={setInputs}
              onChange={(userInputs) => form.setFieldValue('userInputs', userInputs)}
            />
            <TemplatePreviewCard values={values} inputs={inputs} />
            <VariablesCard variables={variables} />
          </>
        }
      >
        <div className={classes.form}>
          <div className={classes.pair}>
            <TextInput required maxLength={120} label={t('edit.name')} {...form.getInputProps('name')} />
            <div>
              <div className={classes.label} id="template-method">
                {t('edit.method')}
              </div>
              <SegmentedControl
                aria-labelledby="template-method"
                value={values.deliveryMethod}
                onChange={(method) => form.setFieldValue('deliveryMethod', method)}
                options={deliveryMethods.map((value) => ({ value, label: t(`method.${value}`) }))}
              />
            </div>
          </div>
          <Textarea
            autosize
            minRows={1}
            maxLength={1000}
            label={t('edit.description')}
            {...form.getInputProps('description')}
          />
          {(['title', 'content', 'link'] as const).map((field) => (
            <Field
              key={field}
              required={field !== 'link'}
              label={t(`edit.${field}`)}
              hint={field === 'link' ? t('edit.linkHint') : undefined}
              extra={field === 'content' ? t('edit.hint') : undefined}
              error={errors[field]}
            >
              {(control) => (
                <VariableField
                  label={t(`edit.${field}`)}
                  value={values[field]}
                  onChange={(text) => form.setFieldValue(field, text)}
                  variables={variables}
                  errors={flawsOf(field)}
                  required={field !== 'link'}
                  multiline={field === 'content'}
                  {...(control['aria-describedby'] ? { describedBy: control['aria-describedby'] } : {})}
                />
              )}
            </Field>
          ))}
          <TemplateErrors
            errors={flaws}
            names={variables.map((variable) => variable.name)}
            onReplace={({ field, start, end }, replacement) => {
              const text = values[field as 'title']
              form.setFieldValue(field as 'title', `${text.slice(0, start)}{{${replacement}}}${text.slice(end)}`)
            }}
          />
          <div className={classes.foot}>
            <span>
              {t('edit.size', {
                kilobytes: size.toLocaleString('en-GB', { maximumFractionDigits: 1 }),
                placeholders: usedPlaceholders.length.toLocaleString('en-GB'),
              })}
            </span>
            <span>{t('edit.noLogic')}</span>
          </div>
        </div>
      </TwoColumnLayout>
      {phone && <BottomBar>{actions}</BottomBar>}
    </Page>
  )
}

/** The user inputs and the variables that the portal fills. */
function useVariables({ userInputs }: TemplateValues): Variable[] {
  const t = useText()
  const { data } = useQueryOf(listBackendVariables, { query: {} })
  return useMemo(
    () => [
      ...userInputs.map((input) => ({ name: input.name, group: 'inputs' as const, note: input.label })),
      ...(data?._embedded.variables ?? []).map(({ name: variable, events, example }) => ({
        name: variable,
        group: events.length > 0 ? ('event' as const) : ('recipient' as const),
        note: example ?? (events.length > 0 ? t('variables.events') : t('variables.none')),
      })),
    ],
    [userInputs, data, t],
  )
}
