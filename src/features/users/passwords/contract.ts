import { defineEvent } from '#kit/contract/event.ts'

export { passwordProblems } from './contract/password-problems.ts'
export {
  type PasswordOwner,
  type PasswordRule,
  passwordPolicies,
  passwordRules,
  passwordRuleTexts,
} from './contract/password-rule.ts'
export { proof, reauthentication } from './contract/proof.ts'

export const passwordChanged = defineEvent('user.password-changed', {
  audience: 'person',
  text: 'changed the password',
})
