import { Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { type InputType, inputTypes, type UserInput } from '../contract/template.ts'
import { useText } from '../texts.ts'

/** Adds a user input, or changes and removes one. */
export function InputDialog(props: {
  input: UserInput | null
  onSave: (input: UserInput) => void
  onRemove: () => void
  onClose: () => void
}) {
  const t = useText()
  const { input, onSave, onRemove, onClose } = props
  const form = useForm({
    initialValues: {
      name: input?.name ?? '',
      label: input?.label ?? '',
      type: input?.type ?? ('text' as InputType),
      required: input?.required ?? true,
      choices: input?.choices?.join('\n') ?? '',
      minimum: (input?.minimum ?? '') as number | '',
      maximum: (input?.maximum ?? '') as number | '',
    },
    validate: {
      name: (name) => (/^[A-Za-z][A-Za-z0-9]{0,39}$/.test(name) ? null : t('inputs.nameWrong')),
      label: (label) => (label.trim() ? null : t('inputs.labelWrong')),
    },
  })
  const { type } = form.values
  const submit = form.onSubmit(({ choices, minimum, maximum, ...fields }) => {
    const lines = choices.split('\n').map((line) => line.trim())
    onSave({
      ...fields,
      ...(type === 'choice' ? { choices: lines.filter((line) => line !== '') } : {}),
      ...(type === 'number' && minimum !== '' ? { minimum } : {}),
      ...(type === 'number' && maximum !== '' ? { maximum } : {}),
    })
  })
  return (
    <FormDialog
      title={input ? t('inputs.edit', { name: input.name }) : t('inputs.add')}
      submitLabel={t('inputs.save')}
      pending={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        required
        data-autofocus
        maxLength={40}
        label={t('inputs.name')}
        description={t('inputs.nameHint')}
        {...form.getInputProps('name')}
      />
      <TextInput required maxLength={120} label={t('inputs.label')} {...form.getInputProps('label')} />
      <Select
        label={t('inputs.type')}
        allowDeselect={false}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        data={inputTypes.map((value) => ({ value, label: t(`inputs.${value}`) }))}
        {...form.getInputProps('type')}
      />
      {type === 'choice' && (
        <Textarea
          required
          autosize
          minRows={3}
          label={t('inputs.choices')}
          description={t('inputs.choicesHint')}
          {...form.getInputProps('choices')}
        />
      )}
      {type === 'number' && (
        <div className="form-fields">
          <NumberInput hideControls label={t('inputs.minimum')} {...form.getInputProps('minimum')} />
          <NumberInput hideControls label={t('inputs.maximum')} {...form.getInputProps('maximum')} />
        </div>
      )}
      <Checkbox label={t('inputs.required')} {...form.getInputProps('required', { type: 'checkbox' })} />
      {input && (
        <div>
          <Button variant="subtle" color="red" onClick={onRemove}>
            {t('inputs.remove')}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
