#include "storage/sqlite.hpp"

#include <limits>

#include <fmt/format.h>
#include <sqlite3.h>

namespace lrsweep::storage {
namespace {

using core::ErrorKind;
using core::Result;

constexpr int kBusyMilliseconds = 5000;

core::Failure failure(sqlite3* database, int code, const std::string& file) {
  switch (code & 0xff) {
    case SQLITE_NOTADB:
      return core::fail(
          ErrorKind::kStorage,
          fmt::format("{} is not a database: move it away, or use another --out", file));
    case SQLITE_CORRUPT:
      return core::fail(ErrorKind::kStorage,
                        fmt::format("{} is damaged: restore a copy, or use another --out", file));
    case SQLITE_READONLY:
      return core::fail(ErrorKind::kStorage, fmt::format("{} cannot be written (read-only)", file));
    default:
      return core::fail(
          ErrorKind::kStorage,
          fmt::format("{}: {}", database ? sqlite3_errmsg(database) : sqlite3_errstr(code), file));
  }
}

// The file as a URI: SQLite takes "immutable" only there.
std::string immutable_uri(const std::filesystem::path& file) {
  std::string uri = "file:";
  for (const char c : std::filesystem::absolute(file).string()) {
    if (c == '%' || c == '?' || c == '#') {
      uri += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      uri += c;
    }
  }
  return uri + "?immutable=1";
}

int flags(Access access) {
  if (access == Access::kWrite) return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  return SQLITE_OPEN_READONLY | (access == Access::kImmutable ? SQLITE_OPEN_URI : 0);
}

void harden(sqlite3* database) {
  sqlite3_extended_result_codes(database, 1);
  sqlite3_busy_timeout(database, kBusyMilliseconds);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
}

}  // namespace

Statement::Statement(sqlite3* database, sqlite3_stmt* statement, const std::string& file)
    : database_(database), statement_(statement), file_(file) {}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void Statement::bind(std::int64_t value) {
  bind_error_ |= sqlite3_bind_int64(statement_.get(), next_++, value);
}

void Statement::bind(double value) {
  bind_error_ |= sqlite3_bind_double(statement_.get(), next_++, value);
}

void Statement::bind(std::string_view value) {
  // A null pointer would bind NULL.
  const char* bytes = value.empty() ? "" : value.data();
  bind_error_ |= sqlite3_bind_text64(statement_.get(), next_++, bytes, value.size(),
                                     SQLITE_TRANSIENT, SQLITE_UTF8);
}

void Statement::bind(std::nullopt_t) {
  bind_error_ |= sqlite3_bind_null(statement_.get(), next_++);
}

Result<bool> Statement::step() {
  const int code = bind_error_ ? bind_error_ : sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  bind_error_ = 0;
  if (code != SQLITE_DONE) {
    auto error = failure(database_, code, file_);  // before the reset: it clears the message
    sqlite3_reset(statement_.get());
    return error;
  }
  sqlite3_reset(statement_.get());
  return false;
}

Result<void> Statement::finish() {
  for (;;) {
    const auto row = step();
    if (!row) return core::Failure(row.error());
    if (!*row) return {};
  }
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
  if (is_null(column)) return std::numeric_limits<double>::quiet_NaN();
  return sqlite3_column_double(statement_.get(), column);
}

std::string Statement::text(int column) const {
  const auto* bytes = sqlite3_column_text(statement_.get(), column);
  const auto size = sqlite3_column_bytes(statement_.get(), column);
  if (bytes == nullptr) return {};
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

Database::Database(sqlite3* database, std::string file)
    : database_(database), file_(std::move(file)) {}

void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Result<Database> Database::open(const std::filesystem::path& file, Access access) {
  const auto name = access == Access::kImmutable ? immutable_uri(file) : file.string();
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &handle, flags(access), nullptr);
  Database database(handle, file.string());
  if (code != SQLITE_OK) return failure(handle, code, file.string());
  harden(handle);
  return database;
}

Result<void> Database::execute(const std::string& sql) {
  const int code = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return failure(database_.get(), code, file_);
  return {};
}

Result<Statement> Database::prepare(std::string_view sql) const {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(database_.get(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) return failure(database_.get(), code, file_);
  return Statement(database_.get(), statement, file_);
}

Result<std::int64_t> Database::integer(std::string_view sql) const {
  auto statement = prepare(sql);
  if (!statement) return core::Failure(statement.error());
  const auto row = statement->step();
  if (!row) return core::Failure(row.error());
  return *row ? statement->integer(0) : 0;
}

}  // namespace lrsweep::storage
