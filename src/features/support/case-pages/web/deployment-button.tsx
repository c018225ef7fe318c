import { InputBase } from '@mantine/core'
import type { ButtonHTMLAttributes, Ref } from 'react'
import type { Account } from '#features/accounts/accounts/contract.ts'
import { IconChevronDown, IconServer2 } from '#kit/web/icons/icons.generated.ts'
import { useText } from '../texts.ts'
import classes from './new-case.module.css'

export type DeploymentChoiceProps = {
  id: string
  'aria-describedby': string | undefined
  deployments: Account['deployments']
  value: string
  invalid: boolean
  onChange: (id: string) => void
}

/** The button of a `DeploymentChoice`: the chosen deployment, with its version. */
export function DeploymentButton(
  props: DeploymentChoiceProps & {
    onPress?: (() => void) | undefined
    ref?: Ref<HTMLButtonElement>
  } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onChange' | 'value' | 'id'>,
) {
  const t = useText()
  const { id, deployments, value, invalid, onPress, onChange: _, 'aria-describedby': describedBy, ...rest } = props
  const chosenDeployment = deployments.find((one) => one.id === value)
  return (
    <InputBase
      aria-haspopup="listbox"
      {...rest}
      component="button"
      type="button"
      pointer
      id={id}
      aria-labelledby={`${id}label ${id}`}
      aria-describedby={describedBy}
      disabled={deployments.length === 0}
      error={invalid}
      leftSection={<IconServer2 size={15} aria-hidden />}
      rightSection={<IconChevronDown size={15} aria-hidden />}
      rightSectionPointerEvents="none"
      onClick={onPress}
    >
      {chosenDeployment ? (
        <DeploymentName deployment={chosenDeployment} />
      ) : (
        <span className={classes.placeholder}>{t('new.chooseDeployment')}</span>
      )}
    </InputBase>
  )
}

/** A deployment with the version that it runs. */
export function DeploymentName({ deployment }: { deployment: Account['deployments'][number] }) {
  return (
    <span className={classes.deployment}>
      {deployment.name} <code>{deployment.softwareVersion}</code>
    </span>
  )
}
