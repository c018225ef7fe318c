import { TextInput } from '@mantine/core'
import type { ContractForm } from '#kit/web/form/use-contract-form.ts'
import { IconPlus, IconX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { useText } from '../texts.ts'
import classes from './provider-form.module.css'
import type { ProviderValues } from './provider-values.ts'

/** Which claims identify the user, and which groups give which roles. */
export function MappingFields({ form }: { form: ContractForm<ProviderValues> }) {
  const t = useText()
  const { roles } = form.values
  const add = () => {
    const key = Math.max(-1, ...roles.map((line) => line.key)) + 1
    form.setFieldValue('roles', [...roles, { key, group: '', role: '' }])
  }
  const claims = ['emailClaim', 'nameClaim', 'groupsClaim'] as const
  return (
    <Card title={t('form.mapping')} note={t('form.mappingNote')}>
      <div className={classes.stack}>
        <div className={classes.fields}>
          {claims.map((name) => (
            <TextInput
              key={name}
              maxLength={200}
              label={t(`form.${name}`)}
              placeholder={t('form.usual')}
              {...form.getInputProps(name)}
              error={form.errors[name] ?? form.errors.claimMapping}
            />
          ))}
        </div>
        {roles.length === 0 && <p className={classes.none}>{t('form.noLines')}</p>}
        {roles.map(({ key }, index) => (
          <div key={key} className={classes.line}>
            <TextInput maxLength={200} label={t('form.group')} {...form.getInputProps(`roles.${index}.group`)} />
            <TextInput
              maxLength={80}
              label={t('form.role')}
              description={index === 0 ? t('form.roleHint') : undefined}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps(`roles.${index}.role`)}
              error={form.errors[`roles.${index}`]}
            />
            <IconButton
              size={32}
              aria-label={t('form.removeLine', { number: index + 1 })}
              onClick={() =>
                form.setFieldValue(
                  'roles',
                  roles.filter((line) => line.key !== key),
                )
              }
            >
              <IconX size={16} aria-hidden />
            </IconButton>
          </div>
        ))}
        <div>
          <Button variant="default" leftSection={<IconPlus size={15} aria-hidden />} onClick={add}>
            {t('form.addLine')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
