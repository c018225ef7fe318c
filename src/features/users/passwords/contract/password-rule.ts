import { pageTexts } from '../texts.ts'

/** One line of the password rule (part 1 §5) and whether a password satisfies it. */
export type PasswordRule = { readonly rule: keyof typeof pageTexts.passwordRules; readonly kept: boolean }

/** The texts of the rule's lines. */
export const passwordRuleTexts: Readonly<Record<PasswordRule['rule'], string>> = pageTexts.passwordRules

/** The owner of the password, as far as known: no part of it may be in the password. */
export type PasswordOwner = { readonly username?: string; readonly fullName?: string }

/** The password policies: `composition`, that of part 1 §5, or `length`, which requires 15 characters of any kind. */
export const passwordPolicies = ['composition', 'length'] as const
export type PasswordPolicy = (typeof passwordPolicies)[number]

/**
 * The password rule, line by line; the same in the browser and on the server, which also knows the common and the
 * breached passwords. Characters are counted as users see them. Nothing is trimmed or cut.
 */
export function passwordRules(
  password: string,
  owner: PasswordOwner = {},
  policy: PasswordPolicy = 'composition',
): readonly PasswordRule[] {
  const length = [...password].length
  const foldedPassword = fold(password)
  const name = { rule: 'name', kept: !nameParts(owner).some((part) => foldedPassword.includes(part)) } as const
  if (policy === 'length') return [{ rule: 'long', kept: length >= 15 && length <= 128 }, name]
  return [
    { rule: 'length', kept: length >= 8 && length <= 128 },
    { rule: 'upper', kept: /\p{Lu}/u.test(password) },
    { rule: 'lower', kept: /\p{Ll}/u.test(password) },
    { rule: 'digit', kept: /\p{Nd}/u.test(password) },
    { rule: 'special', kept: /[\p{P}\p{S}]/u.test(password) },
    { rule: 'plain', kept: !/[\s\p{C}\p{Z}\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(password) },
    name,
  ]
}

/** Parts of three letters and more of the names, folded; the domain's own name counts too. */
function nameParts({ username = '', fullName = '' }: PasswordOwner): string[] {
  const [local = '', domain = ''] = username.split('@')
  const parts = [fullName, local, domain.split('.')[0] ?? ''].flatMap((text) => fold(text).split(/[^\p{L}\p{N}]+/u))
  return [...new Set(parts)].filter((part) => part.length >= 3)
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
