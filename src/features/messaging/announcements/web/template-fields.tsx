import {
  fillParts,
  fillTemplate,
  type InputValues,
  isRecipientVariable,
  listTemplates,
  placeholdersOf,
  readTemplate,
  type Template,
} from '#features/messaging/templates/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { InputFields } from '#kit/web/form/input-fields.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { useText } from '../texts.ts'
import type { AnnouncementForm } from './announcement-form.ts'

const MOST = 200

/** The template of the announcement and the values of its user inputs; they give title and message. */
export function TemplateFields({ form }: { form: AnnouncementForm }) {
  const t = useText()
  const { values, errors } = form
  const { templateId, inputs } = values
  const allTemplates =
    useQueryOf(listTemplates, { query: { enabled: true, size: MOST } }).data?._embedded.templates ?? []
  const { data: template } = useQueryOf(readTemplate, { params: { id: templateId } }, { enabled: templateId !== '' })
  const usable = allTemplates.filter((one) => one.id === templateId || isForAuthors(one))
  const fill = (chosenTemplate: Template, newInputs: InputValues) => {
    const { title, message, link } = fillParts(fillTemplate(chosenTemplate, newInputs))
    form.setValues({ templateId: chosenTemplate.id, inputs: newInputs, title, message, link: link ?? values.link })
  }
  const choose = (id: string | null) => {
    const chosenTemplate = allTemplates.find((one) => one.id === id)
    if (!chosenTemplate) return form.setValues({ templateId: '', inputs: {} })
    form.setFieldValue('deliveryMethod', chosenTemplate.deliveryMethod)
    fill(chosenTemplate, {})
  }
  const inputErrors = Object.fromEntries(
    (template?.userInputs ?? []).map(({ name }) => [name, errors[`inputs.${name}`]?.toString()]),
  )
  const options = usable.map(({ id, name }) => ({ value: id, label: name }))
  const own = template && !options.some(({ value }) => value === template.id)
  return (
    <>
      <Select
        searchable
        clearable
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        label={t('template.label')}
        placeholder={t('template.none')}
        data={own ? [...options, { value: template.id, label: template.name }] : options}
        value={templateId || null}
        onChange={choose}
        error={errors.templateId}
      />
      {template && (
        <>
          <div className="form-fields">
            <InputFields
              inputs={template.userInputs}
              values={inputs}
              errors={inputErrors}
              onChange={(newInputs) => fill(template, newInputs)}
            />
          </div>
          <div>
            <Button variant="subtle" size="compact-sm" onClick={() => form.setValues({ templateId: '', inputs: {} })}>
              {t('template.detach')}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** Whether no variable of it needs an event. */
function isForAuthors(template: Template): boolean {
  return placeholdersOf(template).every(({ name }) => !name.includes('.') || isRecipientVariable(name))
}
