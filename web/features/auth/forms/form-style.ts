export const formStyle = 'flex flex-col gap-5'
export const submitStyle = 'mt-1 h-10.5 w-full touch:h-11'
