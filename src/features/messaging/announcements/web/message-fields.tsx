import { Checkbox, TextInput } from '@mantine/core'
import { announcementTypes, deliveryMethods } from '#features/messaging/templates/contract.ts'
import { Field } from '#kit/web/form/field.tsx'
import { MarkdownEditor } from '#kit/web/form/markdown-editor.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import type { Category } from '../contract/announcement.ts'
import { useText } from '../texts.ts'
import type { AnnouncementForm } from './announcement-form.ts'
import { AttachmentFields } from './attachment-fields.tsx'
import { categoryName } from './category-name.ts'
import classes from './editor.module.css'
import { TemplateFields } from './template-fields.tsx'

/** The text of the announcement, and how it is shown. */
export function MessageFields({ form, categories }: { form: AnnouncementForm; categories: readonly Category[] }) {
  const t = useText()
  const { values, errors } = form
  return (
    <>
      <div className={classes.pair}>
        <div>
          <div className={classes.label} id="announcement-type">
            {t('edit.kind')}
          </div>
          <SegmentedControl
            aria-labelledby="announcement-type"
            value={values.type}
            onChange={(type) => form.setFieldValue('type', type)}
            options={announcementTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
          />
        </div>
        <Select
          label={t('edit.category')}
          allowDeselect={false}
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
          data={categories.map((category) => ({ value: category.id, label: categoryName(category) }))}
          {...form.getInputProps('categoryId')}
        />
      </div>
      <TemplateFields form={form} />
      {values.templateId === '' && (
        <>
          <TextInput required maxLength={200} label={t('edit.title')} {...form.getInputProps('title')} />
          <Field label={t('edit.message')} required error={errors.message}>
            {(control) => (
              <MarkdownEditor
                label={t('edit.message')}
                describedBy={control['aria-describedby']}
                invalid={control['aria-invalid']}
                lines={5}
                value={values.message}
                onChange={(message) => form.setFieldValue('message', message)}
              />
            )}
          </Field>
        </>
      )}
      <div className={classes.pair}>
        <div>
          <div className={classes.label} id="announcement-method">
            {t('edit.method')}
          </div>
          <SegmentedControl
            aria-labelledby="announcement-method"
            value={values.deliveryMethod}
            onChange={(method) => form.setFieldValue('deliveryMethod', method)}
            options={deliveryMethods.map((value) => ({ value, label: t(`method.${value}`) }))}
          />
          {errors.deliveryMethod && <p className={classes.error}>{errors.deliveryMethod}</p>}
        </div>
        <TextInput label={t('edit.link')} description={t('edit.linkHint')} {...form.getInputProps('link')} />
      </div>
      <AttachmentFields form={form} />
      <div className={classes.pair}>
        <div className={classes.boxes}>
          <Checkbox label={t('edit.email')} {...form.getInputProps('emailCopy', { type: 'checkbox' })} />
          <Checkbox label={t('edit.system')} {...form.getInputProps('system', { type: 'checkbox' })} />
        </div>
        <TextInput
          type="datetime-local"
          label={t('edit.expires')}
          {...form.getInputProps('expires')}
          error={errors.expirationTs}
        />
      </div>
    </>
  )
}
