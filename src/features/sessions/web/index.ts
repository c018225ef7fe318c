export { leaveForSignIn, signInAgain, signOut } from './sign-out.ts'
