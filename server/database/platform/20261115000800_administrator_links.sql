-- The link that the server prints at its start for ADMIN_EMAIL. It belongs to no account: there may be none.
alter table auth.one_time_tokens alter column user_id drop not null;
alter table auth.one_time_tokens drop constraint one_time_tokens_kind_check;
alter table auth.one_time_tokens
  add constraint one_time_tokens_kind_check check (kind in ('recovery', 'confirmation', 'administrator')),
  add constraint one_time_tokens_owner_check check ((user_id is null) = (kind = 'administrator'));

-- Whoever changes the password no longer needs the links that were sent before, and nobody else may use them.
create function auth.void_links() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  delete from auth.one_time_tokens where user_id = new.id;
  return null;
end
$$;

create trigger void_links after update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password)
  execute function auth.void_links();

revoke execute on function auth.void_links() from public;
