// SQLite as two small RAII types. The only place that knows sqlite3.h is sqlite.cpp.
//
// Every failure is kStorage and reads "<reason>: <file>" ("database or disk is full:
// lrsweep-out/sweeps.db"). One thread at a time may use a Database and its Statements.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.hpp"
#include "core/result.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace lrsweep::storage {

// A prepared statement. Parameters are counted from 1, columns from 0.
class Statement {
 public:
  Statement(sqlite3* database, sqlite3_stmt* statement, const std::string& file);

  // Binds `values` in order, runs the statement to its end, and makes it ready for the next call.
  template <class... Values>
  [[nodiscard]] core::Result<void> execute(const Values&... values) {
    bind_all(values...);
    return finish();
  }

  // Binds `values` in order; step() then gives one row after another.
  template <class... Values>
  void bind_all(const Values&... values) {
    next_ = 1;
    (bind(values), ...);
  }
  // True: a row is there. False: no more rows, and the statement is ready for the next call.
  [[nodiscard]] core::Result<bool> step();

  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] double real(int column) const;  // NULL is NaN: docs/database.md
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] bool is_null(int column) const;

 private:
  void bind(std::int64_t value);
  void bind(int value) { bind(std::int64_t{value}); }
  void bind(double value);  // NaN becomes NULL
  void bind(std::string_view value);
  void bind(const std::string& value) { bind(std::string_view(value)); }
  void bind(std::nullopt_t);
  template <class Tag>
  void bind(const core::Id<Tag>& id) {
    bind(id.value);
  }
  template <class T>
  void bind(const std::optional<T>& value) {
    if (value) {
      bind(*value);
    } else {
      bind(std::nullopt);
    }
  }
  [[nodiscard]] core::Result<void> finish();

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  std::string file_;
  int next_ = 1;
  int bind_error_ = 0;
};

enum class Access {
  kWrite,      // creates the file where it is missing
  kRead,       // beside a writer
  kImmutable,  // a file nobody writes, in a folder that cannot be written
};

class Database {
 public:
  [[nodiscard]] static core::Result<Database> open(const std::filesystem::path& file,
                                                   Access access);

  // Runs SQL text without parameters, one or more statements.
  [[nodiscard]] core::Result<void> execute(const std::string& sql);
  [[nodiscard]] core::Result<Statement> prepare(std::string_view sql) const;
  // First column of the first row of `sql`; 0 without a row.
  [[nodiscard]] core::Result<std::int64_t> integer(std::string_view sql) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  Database(sqlite3* database, std::string file);

  std::unique_ptr<sqlite3, Close> database_;
  std::string file_;
};

}  // namespace lrsweep::storage
