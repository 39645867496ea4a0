/** A link in running text: never told apart by colour alone. */
export const linkStyle = 'text-accent underline underline-offset-3 hover:text-accent-strong'
