-- What people store about themselves is read with every request of theirs. Not a constraint: an account that
-- has more already could not even change its password.
create function auth.limit_metadata() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if (tg_op = 'INSERT' or new.raw_user_meta_data is distinct from old.raw_user_meta_data)
    and octet_length(new.raw_user_meta_data::text) > 4096
  then
    raise sqlstate 'PT422' using message = 'metadata_too_large';
  end if;
  return new;
end
$$;

create trigger limit_metadata before insert or update of raw_user_meta_data on auth.users
  for each row execute function auth.limit_metadata();

revoke execute on function auth.limit_metadata() from public;
